package io.parley.cxf.stax;

import io.parley.ParleyException;
import io.parley.cxf.recorded.RecordedCopy;
import io.parley.runtime.IncomingMessage;
import io.parley.soap.HeaderSource;
import io.parley.soap.HeaderUse;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxInEndingInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.jspecify.annotations.Nullable;

/**
 * Interceptor that enables typed reading of a streamed incoming message. The reader is set on the message before its
 * chain runs, so that CXF's StaxIn keeps it, also in the second chain that handles a fault on the same message and in
 * the short chain that selects one of several endpoints of an address.
 */
public final class TypedIn extends AbstractPhaseInterceptor<Message> {
    private static final PhaseInterceptor<Message> RESTORE = new Restore();

    public TypedIn() {
        super(Phase.PRE_UNMARSHAL);
    }

    /**
     * Sets the reader of a message. The caller closes the incoming message.
     *
     * @param headers static headers that this side receives on the session
     * @param use observer of header blocks sent as numbers; null if there is none
     */
    public static void attach(
            Message message, Terms terms, IncomingMessage incoming, HeaderSource headers, @Nullable HeaderUse use) {
        message.setContent(
                XMLStreamReader.class,
                new EnvelopeReader(incoming.source(), terms, new ReceivedHeaders(message, incoming, headers, use)));
        message.setContent(IncomingMessage.class, incoming);
        // CXF's StaxIn would derive this from the content type; replies use the same charset.
        message.put(Message.ENCODING, StandardCharsets.UTF_8.name());
        message.setContent(Terms.class, terms);
    }

    @Override
    public void handleMessage(Message message) {
        Terms terms = message.getContent(Terms.class);
        if (terms != null) {
            ExchangeService.install(message.getExchange(), terms);
            message.getInterceptorChain().add(StaxInEndingInterceptor.INSTANCE);
        }
    }

    @Override
    public void handleFault(Message message) {
        ExchangeService.restore(message.getExchange());
    }

    @Override
    public Collection<PhaseInterceptor<? extends Message>> getAdditionalInterceptors() {
        return List.of(RESTORE);
    }

    /**
     * Interceptor that restores the service after unmarshalling, because responses test the class of its data binding.
     * It then waits for the end of the message, even if its body was not read, so that no later interceptor, let alone
     * the service, runs for an incomplete message.
     */
    private static final class Restore extends AbstractPhaseInterceptor<Message> {
        Restore() {
            super(Phase.POST_UNMARSHAL);
            addBefore("*"); // the interceptor may join a chain late
        }

        @Override
        public void handleMessage(Message message) {
            ExchangeService.restore(message.getExchange());
            nameRecorded(message);
            EnvelopeReader envelope = EnvelopeReader.in(message.getContent(XMLStreamReader.class));
            if (envelope != null) {
                finish(envelope);
            }
            IncomingMessage incoming = message.getContent(IncomingMessage.class);
            if (incoming != null) {
                markOneWay(message);
                awaitWhole(incoming);
                incoming.onHandling();
            }
        }

        /**
         * Marks the exchange as one-way. CXF does not for rpc operations found by SOAP action, and then the request
         * would not be answered.
         */
        private static void markOneWay(Message message) {
            BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
            if (operation != null
                    && operation.getOperationInfo().isOneWay()
                    && !Boolean.TRUE.equals(message.get(Message.REQUESTOR_ROLE))) {
                message.getExchange().setOneWay(true);
            }
        }

        /** Sets the operation's name in the recording, now that it is known. */
        private static void nameRecorded(Message message) {
            RecordedCopy copy = message.get(RecordedCopy.class);
            BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
            if (copy != null && operation != null) {
                copy.operation(operation.getName().toString());
            }
        }

        private static void awaitWhole(IncomingMessage incoming) {
            try {
                incoming.awaitWhole();
            } catch (ParleyException e) {
                throw new Fault(LostMessage.asIoException(e));
            }
        }

        private static void finish(EnvelopeReader envelope) {
            try {
                envelope.finish();
            } catch (XMLStreamException e) {
                throw new Fault(e, Fault.FAULT_CODE_CLIENT);
            }
        }
    }
}
