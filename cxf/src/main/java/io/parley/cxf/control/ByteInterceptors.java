package io.parley.cxf.control;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Retryable;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * The interceptors that do their work on the bytes of a message, and on a stream, which has none, would do nothing
 * without a word: no log, no signature. Where one stands, messages stay on SOAP. Compression of bytes is not among them:
 * what it does for HTTP has no meaning on a stream.
 */
final class ByteInterceptors {
    /** By name, since most of their libraries are not here. */
    static final Set<String> NAMES = Set.of(
            "org.apache.cxf.ext.logging.LoggingInInterceptor",
            "org.apache.cxf.ext.logging.LoggingOutInterceptor",
            "org.apache.cxf.ws.security.wss4j.WSS4JStaxInInterceptor",
            "org.apache.cxf.ws.security.wss4j.WSS4JStaxOutInterceptor",
            "org.apache.cxf.ws.rm.RMInInterceptor",
            "org.apache.cxf.ws.rm.RMOutInterceptor",
            "org.apache.cxf.feature.transform.XSLTInInterceptor",
            "org.apache.cxf.feature.transform.XSLTOutInterceptor",
            "org.apache.cxf.interceptor.transform.TransformInInterceptor",
            "org.apache.cxf.interceptor.transform.TransformOutInterceptor",
            "org.apache.cxf.interceptor.FIStaxInInterceptor",
            "org.apache.cxf.interceptor.FIStaxOutInterceptor");

    /** Asked for every call, so each class of an application's interceptors is looked at once. */
    private static final ClassValue<Optional<String>> KNOWN = new ClassValue<>() {
        @Override
        protected Optional<String> computeValue(Class<?> type) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                if (NAMES.contains(each.getName())) {
                    return Optional.of(each.getSimpleName());
                }
            }
            return Optional.empty();
        }
    };

    private ByteInterceptors() {}

    /**
     * The first of them that this message or its answer would meet, by its class's name. A policy puts some into the
     * chain of a message, where nothing else shows them.
     */
    static Optional<String> of(Message message) {
        Exchange exchange = message.getExchange();
        InterceptorChain chain = message.getInterceptorChain();
        return in(chain == null ? List.of() : chain)
                .or(() -> in(exchange.get(Retryable.class)))
                .or(() -> of(exchange.getBus(), exchange.getEndpoint()));
    }

    /** The first of them that messages of this endpoint would meet on either way. */
    static Optional<String> of(@Nullable Bus bus, @Nullable Endpoint endpoint) {
        return in(endpoint)
                .or(() -> in(endpoint == null ? null : endpoint.getBinding()))
                .or(() -> in(endpoint == null ? null : endpoint.getService()))
                .or(() -> in(bus));
    }

    private static Optional<String> in(@Nullable Object candidate) {
        return candidate instanceof InterceptorProvider provider
                ? in(provider.getOutInterceptors()).or(() -> in(provider.getInInterceptors()))
                : Optional.empty();
    }

    private static Optional<String> in(Iterable<Interceptor<? extends Message>> chain) {
        for (Interceptor<? extends Message> interceptor : chain) {
            Optional<String> name = KNOWN.get(interceptor.getClass());
            if (name.isPresent()) {
                return name;
            }
        }
        return Optional.empty();
    }
}
