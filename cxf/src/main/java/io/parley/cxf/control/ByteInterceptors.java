package io.parley.cxf.control;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Retryable;
import org.apache.cxf.interceptor.Interceptor;
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
    private static final Set<String> NAMES = Set.of(
            "org.apache.cxf.ext.logging.LoggingInInterceptor",
            "org.apache.cxf.ext.logging.LoggingOutInterceptor",
            "org.apache.cxf.interceptor.LoggingInInterceptor",
            "org.apache.cxf.interceptor.LoggingOutInterceptor",
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

    private ByteInterceptors() {}

    /** The first of them that messages of this exchange would meet on either way, by its class's name. */
    static Optional<String> of(Exchange exchange) {
        Endpoint endpoint = exchange.getEndpoint();
        return List.of(
                        provider(exchange.get(Retryable.class)),
                        provider(endpoint),
                        provider(endpoint == null ? null : endpoint.getBinding()),
                        provider(endpoint == null ? null : endpoint.getService()),
                        provider(exchange.getBus()))
                .stream()
                .flatMap(Optional::stream)
                .flatMap(provider -> List.of(
                        provider.getOutInterceptors(),
                        provider.getInInterceptors(),
                        provider.getOutFaultInterceptors(),
                        provider.getInFaultInterceptors())
                        .stream())
                .flatMap(Collection::stream)
                .flatMap(interceptor -> name(interceptor).stream())
                .findFirst();
    }

    private static Optional<InterceptorProvider> provider(@Nullable Object candidate) {
        return candidate instanceof InterceptorProvider provider ? Optional.of(provider) : Optional.empty();
    }

    /** The class itself or one that it extends. */
    private static Optional<String> name(Interceptor<? extends Message> interceptor) {
        for (Class<?> type = interceptor.getClass(); type != null; type = type.getSuperclass()) {
            if (NAMES.contains(type.getName())) {
                return Optional.of(type.getSimpleName());
            }
        }
        return Optional.empty();
    }
}
