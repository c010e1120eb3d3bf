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
 * Attributes of the spans that CXF's OpenTelemetry integration creates for calls: {@value #CHANNEL}, the channel of the
 * call with the values of the meters' tag, and {@value #FALLBACK}, the reason why a client's call was sent by SOAP.
 * Stateless.
 */
public final class SpanAttributes {
    /** Attribute name of the channel. */
    public static final String CHANNEL = "parley.channel";
    /** Attribute name of the fallback reason; the attribute is absent if there is none. */
    public static final String FALLBACK = "parley.fallback";

    private static final String TRACING = "org.apache.cxf.tracing.opentelemetry.OpenTelemetry";

    /** Class name of the interceptor that ends the span of a client's call. */
    public static final String END_OF_CLIENTS = TRACING + "ClientStopInterceptor";

    private static final boolean AVAILABLE =
            MissingClass.isThere(TRACING + "Feature", SpanAttributes.class.getClassLoader());

    private SpanAttributes() {}

    /**
     * Returns whether CXF's OpenTelemetry integration is on the class path; no other method may be called otherwise.
     */
    public static boolean available() {
        return AVAILABLE;
    }

    /**
     * Sets the attributes of the span of a client's call, if it has one.
     *
     * @param fallback why it was sent by SOAP; null if it was streamed or there is no reason
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

    /** Adds the interceptor that sets the channel attribute on spans of a service's calls. */
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
