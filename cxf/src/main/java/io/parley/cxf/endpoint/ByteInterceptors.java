package io.parley.cxf.endpoint;

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
 * Detects interceptors that work on the bytes of a message. A streamed message has no such bytes, so they would
 * silently have no effect: no signature, no change. Messages that would pass one are sent by SOAP. Compression
 * interceptors are exempt, since they only matter for HTTP, and so is CXF's logging, which receives the text (package
 * {@code stax}). CXF's interceptors are known by name, those of applications by their code ({@link ByteUse}). Each user
 * has an instance of its own, because it caches the interceptors seen last. Thread-safe.
 */
public final class ByteInterceptors {
    /** Class names of such interceptors of CXF; most of their libraries are not on this class path. */
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
     * Interceptors that WS-SecurityPolicy adds to message chains next to equivalent ones that work on trees. They are
     * active only if {@link #OVER_EVENTS} is set, and the others are inactive then.
     */
    static final Set<String> BY_POLICY = Set.of(
            "org.apache.cxf.ws.security.wss4j.PolicyBasedWSS4JStaxInInterceptor",
            "org.apache.cxf.ws.security.wss4j.PolicyBasedWSS4JStaxOutInterceptor");

    /** CXF's property of a bus, an endpoint or a call that makes WS-Security stream. */
    static final String OVER_EVENTS = "ws-security.enable.streaming";

    /** Cached result per interceptor class. */
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

    /** Result for a class: its name if it works on bytes, and whether a policy adds it. */
    private record Known(Optional<String> name, boolean byPolicy) {}

    private volatile Look last = new Look(new ArrayList<>());

    /**
     * Returns the class name of the first such interceptor that this message or its response would pass. Those added by
     * a policy appear only in the chain of the message.
     */
    public Optional<String> of(Message message) {
        Exchange exchange = message.getExchange();
        InterceptorChain chain = message.getInterceptorChain();
        Look look = look(chain, exchange.get(Retryable.class), exchange.getBus(), exchange.getEndpoint());
        boolean overEvents =
                look.byPolicy.isPresent() && MessageUtils.getContextualBoolean(message, OVER_EVENTS, false);
        return overEvents ? look.found.or(() -> look.byPolicy) : look.found;
    }

    /**
     * Returns the class name of the first such interceptor that messages of this endpoint would pass in either
     * direction.
     */
    public Optional<String> of(@Nullable Bus bus, @Nullable Endpoint endpoint) {
        return look(null, null, bus, endpoint).found;
    }

    private Look look(
            @Nullable InterceptorChain chain, @Nullable Object client, @Nullable Bus bus, @Nullable Endpoint endpoint) {
        Look before = last;
        Look look = new Look(before.met);
        if (chain != null) {
            look.addAll(chain);
        }
        look.addProvider(client);
        if (endpoint != null) {
            look.addProvider(endpoint);
            look.addProvider(endpoint.getBinding());
            look.addProvider(endpoint.getService());
        }
        look.addProvider(bus);
        if (look.isUnchanged()) {
            return before;
        }
        last = look;
        return look;
    }

    /**
     * One pass over all interceptors, in their order. While they are identical to those of the last pass, none of them
     * is dereferenced: some sixty cold objects would dominate the cost of the check.
     */
    private static final class Look implements Consumer<Interceptor<?>> {
        private List<Interceptor<?>> met;
        private boolean changed;
        private int count;
        private Optional<String> found = Optional.empty();
        private Optional<String> byPolicy = Optional.empty();

        Look(List<Interceptor<?>> before) {
            this.met = before;
        }

        void addProvider(@Nullable Object candidate) {
            if (candidate instanceof InterceptorProvider provider) {
                addAll(provider.getOutInterceptors());
                addAll(provider.getInInterceptors());
                addAll(provider.getOutFaultInterceptors());
                addAll(provider.getInFaultInterceptors());
            }
        }

        /** Visits interceptors by {@code forEach}: iterators of sixteen lists would allocate 0.8 kB per call. */
        void addAll(Iterable<Interceptor<? extends Message>> chain) {
            chain.forEach(this);
        }

        @Override
        public void accept(Interceptor<?> interceptor) {
            if (!changed && (count == met.size() || met.get(count) != interceptor)) {
                startList();
            }
            if (changed) {
                met.add(interceptor);
            }
            count++;
        }

        private void startList() {
            met = new ArrayList<>(met.subList(0, count));
            changed = true;
        }

        boolean isUnchanged() {
            if (!changed && count == met.size()) {
                return true;
            }
            if (!changed) {
                startList();
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
