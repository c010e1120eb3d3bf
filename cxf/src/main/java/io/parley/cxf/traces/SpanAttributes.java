package io.parley.cxf.traces;

import io.opentelemetry.api.trace.Span;
import io.parley.cxf.control.CallStatus;
import io.parley.cxf.transport.CallChannel;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.tracing.AbstractTracingProvider;
import org.apache.cxf.tracing.opentelemetry.TraceScope;

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

    private SpanAttributes() {}

    /** Returns whether the class loader of this class has CXF's OpenTelemetry, without which nothing else here can be called. */
    public static boolean available() {
        try {
            Class.forName(TRACING + "Feature", false, SpanAttributes.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Adds the attributes to the spans of a client. */
    public static void ofClient(InterceptorProvider client) {
        Setter begun = new Setter(Phase.PRE_STREAM, CxfSpan.OF_CLIENT);
        begun.addAfter(TRACING + "ClientStartInterceptor");
        client.getOutInterceptors().add(begun);
        // A call may have taken another way since.
        Setter ending = new Setter(Phase.RECEIVE, CxfSpan.OF_CLIENT);
        ending.addBefore(TRACING + "ClientStopInterceptor");
        client.getInInterceptors().add(ending);
        client.getInFaultInterceptors().add(ending);
    }

    /** Adds the attributes to the spans of a service. */
    public static void ofService(InterceptorProvider service) {
        Setter begun = new Setter(Phase.PRE_INVOKE, CxfSpan.OF_SERVICE);
        begun.addAfter(TRACING + "StartInterceptor");
        service.getInInterceptors().add(begun);
    }

    private static final class Setter extends AbstractPhaseInterceptor<Message> {
        private final String key;

        Setter(String phase, String key) {
            super(phase);
            this.key = key;
        }

        @Override
        public void handleMessage(Message message) {
            Exchange exchange = message.getExchange();
            Object held = exchange == null ? null : exchange.get(key);
            if (held != null) {
                Span span = CxfSpan.of(held);
                span.setAttribute(CHANNEL, CallChannel.of(exchange));
                if (exchange.get(CallStatus.KEY) instanceof CallStatus status) {
                    status.reason().ifPresent(reason -> span.setAttribute(FALLBACK, reason.name()));
                }
            }
        }
    }

    /** Span of a call, which CXF keeps in its exchange in a form that is its providers' own. */
    private static final class CxfSpan extends AbstractTracingProvider {
        static final String OF_CLIENT = "org.apache.cxf.tracing.client.opentelemetry.span";
        static final String OF_SERVICE = "org.apache.cxf.tracing.opentelemetry.span";

        static Span of(Object held) {
            return ((TraceScope) ((TraceScopeHolder<?>) held).getScope()).getSpan();
        }
    }
}
