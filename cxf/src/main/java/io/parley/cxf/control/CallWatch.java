package io.parley.cxf.control;

import io.parley.cxf.transport.CallBytes;
import io.parley.cxf.transport.CallChannel;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.common.gzip.GZIPInInterceptor;
import org.apache.cxf.transport.common.gzip.GZIPOutInterceptor;

/**
 * Watch that times each call of an endpoint, by SOAP and by the stream alike, and counts the bytes of a client's, for the operator's page. A
 * client's time is that of its caller, a service's from the request to the response. Endpoints without {@link Setting#CONSOLE} have none.
 * Thread-safe.
 */
public final class CallWatch {
    private static final String BEGUN = CallWatch.class.getName();

    private CallWatch() {}

    /** One of the watch's interceptors. */
    private interface Watching {}

    /** Times the calls of a client and counts their bytes, if its settings say so; if they changed, as they say now. */
    public static void watchClient(InterceptorProvider client, Settings settings, Ledger ledger) {
        leave(client);
        if (settings.console()) {
            client.getOutInterceptors().add(new Begin(Phase.SETUP, true));
            client.getOutInterceptors().add(new SoapRequest());
            client.getInInterceptors().add(new SoapAnswer());
            client.getInInterceptors().add(new End(Phase.POST_INVOKE, ledger));
            client.getInInterceptors().add(new Answered(ledger));
            client.getInFaultInterceptors().add(new End(Phase.POST_INVOKE, ledger));
        }
    }

    /** Times the calls of a service, if its settings say so; if they changed, as they say now. */
    public static void watchService(Endpoint service, Settings settings, Ledger ledger) {
        leave(service);
        if (settings.console()) {
            service.getInInterceptors().add(new Begin(Phase.RECEIVE, false));
            service.getOutInterceptors().add(new End(Phase.SETUP_ENDING, ledger));
            service.getOutFaultInterceptors().add(new End(Phase.SETUP_ENDING, ledger));
        }
    }

    private static void leave(InterceptorProvider watched) {
        for (List<Interceptor<? extends Message>> each : List.of(
                watched.getOutInterceptors(),
                watched.getInInterceptors(),
                watched.getOutFaultInterceptors(),
                watched.getInFaultInterceptors())) {
            each.removeAll(each.stream().filter(Watching.class::isInstance).toList());
        }
    }

    /** Interceptor that notes when a call begins, and has the bytes of a client's counted. */
    private static final class Begin extends AbstractPhaseInterceptor<Message> implements Watching {
        private final boolean ofClient;

        Begin(String phase, boolean ofClient) {
            super(phase);
            this.ofClient = ofClient;
            addBefore(NegotiateOut.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            message.getExchange().put(BEGUN, System.nanoTime());
            if (ofClient) {
                CallBytes.begin(message.getExchange());
            }
        }
    }

    /** Interceptor that counts what a client hands to SOAP's transport: behind all that makes it shorter, as a compression does. */
    private static final class SoapRequest extends AbstractPhaseInterceptor<Message> implements Watching {
        SoapRequest() {
            super(Phase.PREPARE_SEND);
            addAfter(MessageSenderInterceptor.class.getName());
            addBefore(GZIPOutInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            CallBytes bytes = CallBytes.of(message.getExchange());
            OutputStream to = message.getContent(OutputStream.class);
            if (bytes != null && to != null) {
                message.setContent(OutputStream.class, bytes.counting(to));
            }
        }
    }

    /** Interceptor that counts what SOAP's transport hands to a client, before anything makes it longer. */
    private static final class SoapAnswer extends AbstractPhaseInterceptor<Message> implements Watching {
        SoapAnswer() {
            super(Phase.RECEIVE);
            addBefore("*");
            addBefore(GZIPInInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            CallBytes bytes = CallBytes.of(message.getExchange());
            InputStream from = message.getContent(InputStream.class);
            if (bytes != null && from != null && isBySoap(message)) {
                message.setContent(InputStream.class, bytes.counting(from));
            }
        }
    }

    /** Interceptor that adds the bytes of an answered call to those of its operation; as for its time, not those of a fault or a one-way call. */
    private static final class Answered extends AbstractPhaseInterceptor<Message> implements Watching {
        private final Ledger ledger;

        Answered(Ledger ledger) {
            super(Phase.POST_INVOKE);
            this.ledger = ledger;
        }

        @Override
        public void handleMessage(Message message) {
            Exchange exchange = message.getExchange();
            CallBytes bytes = CallBytes.of(exchange);
            if (bytes != null && bytes.isWhole() && !exchange.isOneWay()) {
                ledger.answered(CallTime.operation(exchange), !isBySoap(message), bytes);
            }
        }
    }

    private static boolean isBySoap(Message message) {
        return CallChannel.of(message.getExchange()).equals(CallChannel.SOAP);
    }

    /** Interceptor that counts the time of a call whose answer is there. */
    private static final class End extends AbstractPhaseInterceptor<Message> implements Watching {
        private final Ledger ledger;

        End(String phase, Ledger ledger) {
            super(phase);
            this.ledger = ledger;
        }

        @Override
        public void handleMessage(Message message) {
            Exchange exchange = message.getExchange();
            if (exchange.remove(BEGUN) instanceof Long begun && !exchange.isOneWay()) {
                ledger.times(!isBySoap(message)).took(System.nanoTime() - begun);
            }
        }
    }
}
