package io.parley.cxf.endpoint;

import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.settings.Setting;
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
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.transport.common.gzip.GZIPInInterceptor;
import org.apache.cxf.transport.common.gzip.GZIPOutInterceptor;

/**
 * Interceptors that measure the time of each call of an endpoint, by SOAP and streamed alike, and count the bytes of a
 * client's calls, for the operator's page. A client's time is seen from its caller; a service's is from the request to
 * the response. Not installed for endpoints without {@link Setting#CONSOLE}. Thread-safe.
 */
public final class CallWatch {
    /** Identifier of the interceptor that records the start of a client's or service's call. */
    public static final String BEGIN = Begin.class.getName();

    private static final String STARTED = CallWatch.class.getName();

    private CallWatch() {}

    /** Marker of the interceptors of this class. */
    private interface Watching {}

    /** Installs or removes the interceptors of a client, as its current settings require. */
    public static void watchClient(InterceptorProvider client, EndpointSettings settings, Ledger ledger) {
        remove(client);
        if (settings.console()) {
            client.getOutInterceptors().add(new Begin(Phase.SETUP, true));
            client.getOutInterceptors().add(new SoapRequest());
            client.getInInterceptors().add(new SoapAnswer());
            client.getInInterceptors().add(new End(Phase.POST_INVOKE, ledger));
            client.getInInterceptors().add(new Answered(ledger));
            client.getInFaultInterceptors().add(new End(Phase.POST_INVOKE, ledger));
        }
    }

    /** Installs or removes the interceptors of a service, as its current settings require. */
    public static void watchService(Endpoint service, EndpointSettings settings, Ledger ledger) {
        remove(service);
        if (settings.console()) {
            service.getInInterceptors().add(new Begin(Phase.RECEIVE, false));
            service.getOutInterceptors().add(new End(Phase.SETUP_ENDING, ledger));
            service.getOutFaultInterceptors().add(new End(Phase.SETUP_ENDING, ledger));
        }
    }

    private static void remove(InterceptorProvider watched) {
        for (List<Interceptor<? extends Message>> each : List.of(
                watched.getOutInterceptors(),
                watched.getInInterceptors(),
                watched.getOutFaultInterceptors(),
                watched.getInFaultInterceptors())) {
            each.removeAll(each.stream().filter(Watching.class::isInstance).toList());
        }
    }

    /** Interceptor that records the start of a call, and starts to count the bytes of a client's. */
    private static final class Begin extends AbstractPhaseInterceptor<Message> implements Watching {
        private final boolean ofClient;

        Begin(String phase, boolean ofClient) {
            super(phase);
            this.ofClient = ofClient;
        }

        @Override
        public void handleMessage(Message message) {
            message.getExchange().put(STARTED, System.nanoTime());
            if (ofClient) {
                CallBytes.begin(message.getExchange());
            }
        }
    }

    /** Interceptor that counts the bytes that a client passes to the SOAP transport, after any compression. */
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

    /** Interceptor that counts the bytes that the SOAP transport passes to a client, before any decompression. */
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

    /**
     * Interceptor that adds the bytes of an answered call to those of its operation; like its time, not for faults and
     * one-way calls.
     */
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
            if (bytes != null && bytes.isComplete() && !exchange.isOneWay()) {
                ledger.answered(operation(exchange), !isBySoap(message), bytes);
            }
        }
    }

    /** Returns the operation name under which times and bytes of a call are recorded. */
    public static String operation(Exchange exchange) {
        BindingOperationInfo operation = exchange.getBindingOperationInfo();
        return operation == null ? "" : operation.getName().getLocalPart();
    }

    private static boolean isBySoap(Message message) {
        return CallChannel.of(message.getExchange()).equals(CallChannel.SOAP);
    }

    /** Interceptor that records the time of an answered call. */
    private static final class End extends AbstractPhaseInterceptor<Message> implements Watching {
        private final Ledger ledger;

        End(String phase, Ledger ledger) {
            super(phase);
            this.ledger = ledger;
        }

        @Override
        public void handleMessage(Message message) {
            Exchange exchange = message.getExchange();
            if (exchange.remove(STARTED) instanceof Long started && !exchange.isOneWay()) {
                ledger.times(!isBySoap(message)).record(System.nanoTime() - started);
            }
        }
    }
}
