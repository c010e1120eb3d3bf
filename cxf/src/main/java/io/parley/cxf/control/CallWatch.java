package io.parley.cxf.control;

import io.parley.cxf.transport.CallChannel;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Watch that times each call of an endpoint, by SOAP and by the stream alike, for the operator's page. A client's time is that of its
 * caller, a service's from the request to the response. Endpoints without {@link Setting#CONSOLE} have none. Thread-safe.
 */
public final class CallWatch {
    private static final String BEGUN = CallWatch.class.getName();

    private CallWatch() {}

    /** Times the calls of a client, if its settings say so. */
    public static void watchClient(InterceptorProvider client, Settings settings, Ledger ledger) {
        if (settings.console()) {
            client.getOutInterceptors().add(new Begin(Phase.SETUP));
            client.getInInterceptors().add(new End(Phase.POST_INVOKE, ledger));
            client.getInFaultInterceptors().add(new End(Phase.POST_INVOKE, ledger));
        }
    }

    /** Times the calls of a service, if its settings say so. */
    public static void watchService(Endpoint service, Settings settings, Ledger ledger) {
        if (settings.console()) {
            service.getInInterceptors().add(new Begin(Phase.RECEIVE));
            service.getOutInterceptors().add(new End(Phase.SETUP_ENDING, ledger));
            service.getOutFaultInterceptors().add(new End(Phase.SETUP_ENDING, ledger));
        }
    }

    /** Interceptor that notes when a call begins. */
    private static final class Begin extends AbstractPhaseInterceptor<Message> {
        Begin(String phase) {
            super(phase);
            addBefore(NegotiateOut.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            message.getExchange().put(BEGUN, System.nanoTime());
        }
    }

    /** Interceptor that counts the time of a call whose answer is there. */
    private static final class End extends AbstractPhaseInterceptor<Message> {
        private final Ledger ledger;

        End(String phase, Ledger ledger) {
            super(phase);
            this.ledger = ledger;
        }

        @Override
        public void handleMessage(Message message) {
            Exchange exchange = message.getExchange();
            if (exchange.remove(BEGUN) instanceof Long begun && !exchange.isOneWay()) {
                boolean streamed = !CallChannel.of(exchange).equals(CallChannel.SOAP);
                ledger.times(streamed).took(System.nanoTime() - begun);
            }
        }
    }
}
