package io.parley.cxf.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Retryable;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.jspecify.annotations.Nullable;

/**
 * The interceptors that do their work on the bytes of a message, and on a stream, which has none, would do nothing
 * without a word: no signature, no change. Where one stands, messages stay on SOAP. Compression of bytes is not among them:
 * what it does for HTTP has no meaning on a stream; nor is CXF's logging, which is shown the text ({@code stax}). CXF's are known by name,
 * those of applications by their code ({@link ByteUse}). Each asker has one, since it remembers what it met last. Thread-safe.
 */
final class ByteInterceptors {
    /** Class names of such interceptors, since most of their libraries are not here. */
    static final Set<String> NAMES = Set.of(
            "org.apache.cxf.ws.security.wss4j.WSS4JStaxInInterceptor",
            "org.apache.cxf.ws.security.wss4j.WSS4JStaxOutInterceptor",
            "org.apache.cxf.ws.security.policy.interceptors.SecureConversationInInterceptor",
            "org.apache.cxf.ws.security.policy.interceptors.SecureConversationOutInterceptor",
            "org.apache.cxf.ws.rm.RMInInterceptor",
            "org.apache.cxf.ws.rm.RMOutInterceptor",
            "org.apache.cxf.ws.policy.mtom.MTOMPolicyInterceptor",
            "org.apache.cxf.feature.transform.XSLTInInterceptor",
            "org.apache.cxf.feature.transform.XSLTOutInterceptor",
            "org.apache.cxf.interceptor.transform.TransformInInterceptor",
            "org.apache.cxf.interceptor.transform.TransformOutInterceptor",
            "org.apache.cxf.interceptor.FIStaxInInterceptor",
            "org.apache.cxf.interceptor.FIStaxOutInterceptor");

    /**
     * Those of them that a WS-SecurityPolicy puts into the chains of messages beside others that do the same over
     * trees. They work only where {@link #OVER_EVENTS} is set, and the others do nothing there.
     */
    static final Set<String> BY_POLICY = Set.of(
            "org.apache.cxf.ws.security.wss4j.PolicyBasedWSS4JStaxInInterceptor",
            "org.apache.cxf.ws.security.wss4j.PolicyBasedWSS4JStaxOutInterceptor");

    /** CXF's property of a bus, an endpoint or a call. */
    static final String OVER_EVENTS = "ws-security.enable.streaming";

    /** Result by interceptor class. */
    private static final ClassValue<Known> KNOWN = new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> type) {
            boolean byPolicy = false;
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                byPolicy |= BY_POLICY.contains(each.getName());
                if (NAMES.contains(each.getName())) {
                    return new Known(Optional.of(each.getSimpleName()), byPolicy);
                }
            }
            return new Known(
                    ByteUse.isBy(type)
                            ? Optional.of(
                                    type.getName().substring(type.getName().lastIndexOf('.') + 1))
                            : Optional.empty(),
                    false);
        }
    };

    /** Result for a class: the name by which it is one of them, if it is, and whether a policy adds it. */
    private record Known(Optional<String> name, boolean byPolicy) {}

    private volatile Look last = new Look(new ArrayList<>());

    /**
     * The first of them that this message or its answer would meet, by its class's name. A policy puts some into the
     * chain of a message, where nothing else shows them.
     */
    Optional<String> of(Message message) {
        Exchange exchange = message.getExchange();
        InterceptorChain chain = message.getInterceptorChain();
        Look look = look(chain, exchange.get(Retryable.class), exchange.getBus(), exchange.getEndpoint());
        boolean overEvents =
                look.byPolicy.isPresent() && MessageUtils.getContextualBoolean(message, OVER_EVENTS, false);
        return overEvents ? look.found.or(() -> look.byPolicy) : look.found;
    }

    /** The first of them that messages of this endpoint would meet on either way. */
    Optional<String> of(@Nullable Bus bus, @Nullable Endpoint endpoint) {
        return look(null, null, bus, endpoint).found;
    }

    private Look look(
            @Nullable InterceptorChain chain, @Nullable Object client, @Nullable Bus bus, @Nullable Endpoint endpoint) {
        Look before = last;
        Look look = new Look(before.met);
        if (chain != null) {
            look.at(chain);
        }
        look.atThoseOf(client);
        if (endpoint != null) {
            look.atThoseOf(endpoint);
            look.atThoseOf(endpoint.getBinding());
            look.atThoseOf(endpoint.getService());
        }
        look.atThoseOf(bus);
        if (look.foundNothingNew()) {
            return before;
        }
        last = look;
        return look;
    }

    /**
     * One pass over all interceptors, in their order. As long as they are those of the last pass, none of them is
     * touched: some sixty objects are in no cache when a call comes, and cost it more than all else here.
     */
    private static final class Look implements Consumer<Interceptor<?>> {
        private List<Interceptor<?>> met;
        private boolean isAnew;
        private int count;
        private Optional<String> found = Optional.empty();
        private Optional<String> byPolicy = Optional.empty();

        Look(List<Interceptor<?>> before) {
            this.met = before;
        }

        void atThoseOf(@Nullable Object candidate) {
            if (candidate instanceof InterceptorProvider provider) {
                at(provider.getOutInterceptors());
                at(provider.getInInterceptors());
                at(provider.getOutFaultInterceptors());
                at(provider.getInFaultInterceptors());
            }
        }

        /** Lists of interceptors need no iterator to go through them: sixteen for each call were 0.8 kB. */
        void at(Iterable<Interceptor<? extends Message>> chain) {
            chain.forEach(this);
        }

        @Override
        public void accept(Interceptor<?> interceptor) {
            if (!isAnew && (count == met.size() || met.get(count) != interceptor)) {
                beginAnew();
            }
            if (isAnew) {
                met.add(interceptor);
            }
            count++;
        }

        private void beginAnew() {
            met = new ArrayList<>(met.subList(0, count));
            isAnew = true;
        }

        boolean foundNothingNew() {
            if (!isAnew && count == met.size()) {
                return true;
            }
            if (!isAnew) {
                beginAnew();
            }
            for (int i = 0; found.isEmpty() && i < met.size(); i++) {
                Known known = KNOWN.get(met.get(i).getClass());
                if (known.byPolicy) {
                    byPolicy = byPolicy.or(known::name);
                } else {
                    found = known.name;
                }
            }
            return false;
        }
    }
}
