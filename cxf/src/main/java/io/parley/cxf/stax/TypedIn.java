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
 * Interceptor that lets the parts of a streamed in message be read typed. The reader itself is put on the message
 * before its chain runs, so CXF's StaxIn leaves it alone, also in the second chain that handles a fault on the same
 * message and in the short chain that chooses between several endpoints of one address.
 */
public final class TypedIn extends AbstractPhaseInterceptor<Message> {
    private static final PhaseInterceptor<Message> RESTORE = new Restore();

    public TypedIn() {
        super(Phase.PRE_UNMARSHAL);
    }

    /**
     * Gives a message its reader. The caller closes the incoming message.
     *
     * @param headers of the session, for what this side receives
     * @param use observer of header blocks that stand in the message as numbers alone, or null
     */
    public static void attach(
            Message message, Terms terms, IncomingMessage incoming, HeaderSource headers, @Nullable HeaderUse use) {
        message.setContent(
                XMLStreamReader.class,
                new EnvelopeReader(incoming.source(), terms, new ReceivedHeaders(message, incoming, headers, use)));
        message.setContent(IncomingMessage.class, incoming);
        // What CXF's StaxIn would have known from the content type; replies take their charset from it.
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
     * Interceptor that restores the service after unmarshalling: replies test the class of its data binding. It also
     * waits for the whole message, whether or not its body was read: nothing behind it, a service or the application
     * least of all, runs before.
     */
    private static final class Restore extends AbstractPhaseInterceptor<Message> {
        Restore() {
            super(Phase.POST_UNMARSHAL);
            addBefore("*"); // as the class itself may join a chain late
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
         * CXF forgets it for rpc operations that it knows by their SOAP action; then nobody would answer the request.
         */
        private static void markOneWay(Message message) {
            BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
            if (operation != null
                    && operation.getOperationInfo().isOneWay()
                    && !Boolean.TRUE.equals(message.get(Message.REQUESTOR_ROLE))) {
                message.getExchange().setOneWay(true);
            }
        }

        /** Names the operation in the recording, since it is known by now. */
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
