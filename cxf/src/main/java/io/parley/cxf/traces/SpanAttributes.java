package io.parley.cxf.traces;

import io.opentelemetry.api.trace.Span;
import io.parley.MissingClass;
import io.parley.cxf.transport.CallChannel;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of the spans that CXF's OpenTelemetry makes of calls: {@value #CHANNEL}, how the call travelled, as the tag of the meters
 * has it, and {@value #FALLBACK}, the reason why a client's call went by SOAP. Stateless.
 */
public final class SpanAttributes {
    /** Name of the attribute for the channel. */
    public static final String CHANNEL = "parley.channel";
    /** Name of the attribute for the reason of a call by SOAP; absent where there is none. */
    public static final String FALLBACK = "parley.fallback";

    private static final String TRACING = "org.apache.cxf.tracing.opentelemetry.OpenTelemetry";

    /** Name of the interceptor that ends the span of a client's call. */
    public static final String END_OF_CLIENTS = TRACING + "ClientStopInterceptor";

    private static final boolean AVAILABLE =
            MissingClass.isThere(TRACING + "Feature", SpanAttributes.class.getClassLoader());

    private SpanAttributes() {}

    /** Returns whether the class loader of this class has CXF's OpenTelemetry, without which nothing else here can be called. */
    public static boolean available() {
        return AVAILABLE;
    }

    /**
     * Sets the attributes of the span of a client's call, if it has one.
     *
     * @param fallback why it went by SOAP; null if it did not, or for no reason
     */
    public static void ofClient(Exchange exchange, @Nullable String fallback) {
        Span span = CallSpans.ofClient(exchange);
        if (span != null) {
            span.setAttribute(CHANNEL, CallChannel.of(exchange));
            if (fallback != null) {
                span.setAttribute(FALLBACK, fallback);
            }
        }
    }

    /** Sets the attribute of the spans of a service from now on. */
    public static void ofService(InterceptorProvider service) {
        service.getInInterceptors().add(new OfService());
    }

    private static final class OfService extends AbstractPhaseInterceptor<Message> {
        OfService() {
            super(Phase.PRE_INVOKE);
            addAfter(TRACING + "StartInterceptor");
        }

        @Override
        public void handleMessage(Message message) {
            Span span = CallSpans.ofService(message.getExchange());
            if (span != null) {
                span.setAttribute(CHANNEL, CallChannel.of(message.getExchange()));
            }
        }
    }
}
