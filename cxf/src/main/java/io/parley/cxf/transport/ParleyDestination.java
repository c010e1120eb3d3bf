package io.parley.cxf.transport;

import io.parley.cxf.stax.OutContent;
import io.parley.cxf.stax.Terms;
import io.parley.recording.MessageCopy;
import io.parley.recording.RecordedMessage;
import io.parley.runtime.IncomingMessage;
import io.parley.soap.StaticHeaders;
import java.io.OutputStream;
import java.util.logging.Logger;
import org.apache.cxf.Bus;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.transport.AbstractDestination;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.jspecify.annotations.Nullable;

/** Where a session's messages say they were received; its back-channel answers them on the session. */
final class ParleyDestination extends AbstractDestination {
    private static final Logger LOG = LogUtils.getL7dLogger(ParleyDestination.class);

    /** On a request: when it is said that it was taken, as {@link Acceptance}. */
    private static final String ACCEPTANCE = Acceptance.class.getName();

    private final PartCounter counter;

    /** What is said, and when, of a request that is answered elsewhere or not at all. */
    private enum Acceptance {
        /** Nothing before its work is done. */
        LATER,
        /** By now it would have been said, but for {@link #LATER}. */
        DUE,
        SAID
    }

    ParleyDestination(
            Bus bus, Destination original, org.apache.cxf.service.model.EndpointInfo endpoint, PartCounter counter) {
        super(bus, original.getAddress(), endpoint);
        this.counter = counter;
    }

    /** That a request is to be answered when it was worked on, and not before. */
    static void acceptLater(Message request) {
        request.put(ACCEPTANCE, Acceptance.LATER);
    }

    /** Whether it would have been said that a request was taken, were it not for {@link #acceptLater}. */
    static boolean isAcceptanceDue(Message request) {
        return request.get(ACCEPTANCE) == Acceptance.DUE;
    }

    @Override
    protected Conduit getInbuiltBackChannel(Message inMessage) {
        return new BackChannel(
                inMessage,
                inMessage.get(IncomingMessage.class),
                inMessage.getContent(Terms.class),
                inMessage.get(StaticHeaders.class),
                inMessage.get(MessageCopy.class));
    }

    @Override
    protected Logger getLogger() {
        return LOG;
    }

    /**
     * Writes responses and faults to one request. A message that no chain wrote to is the empty reply that CXF sends
     * for one-ways and for requests that are answered elsewhere.
     */
    private final class BackChannel extends AbstractBackChannelConduit {
        private final Message in;
        private final IncomingMessage request;
        private final Terms terms;
        private final StaticHeaders headers;
        /** Where the request is recorded, or null. */
        private final @Nullable MessageCopy recorded;

        BackChannel(
                Message in,
                IncomingMessage request,
                Terms terms,
                StaticHeaders headers,
                @Nullable MessageCopy recorded) {
            this.in = in;
            this.request = request;
            this.terms = terms;
            this.headers = headers;
            this.recorded = recorded;
        }

        private @Nullable MessageCopy record(boolean fault) {
            return recorded == null ? null : recorded.answer(RecordedMessage.Direction.SENT, fault);
        }

        @Override
        public void prepare(Message message) {
            if (MessageUtils.isEmptyPartialResponse(message)) {
                // WS-Addressing runs a chain for it, whose envelope HTTP drops as well.
                message.setContent(OutputStream.class, OutputStream.nullOutputStream());
                return;
            }
            boolean fault = message.getContent(Exception.class) != null;
            message.put(Message.MTOM_ENABLED, false);
            message.setContent(
                    OutContent.class,
                    new MessageContent(
                            terms.of(message.getExchange()),
                            headers,
                            counter,
                            () -> Heads.ofResponse(message, fault),
                            () -> request.beginResponse(fault),
                            () -> record(fault)));
        }

        @Override
        public void close(Message message) {
            if (message.getContent(OutContent.class) instanceof MessageContent content) {
                message.removeContent(OutContent.class);
                if (content.isBegun()) {
                    content.send();
                } else {
                    accept(message);
                }
            } else if (MessageUtils.isEmptyPartialResponse(message)) {
                acceptNowOrLater(message);
            }
        }

        private void acceptNowOrLater(Message message) {
            if (in.get(ACCEPTANCE) == Acceptance.LATER) {
                in.put(ACCEPTANCE, Acceptance.DUE);
            } else {
                accept(message);
            }
        }

        /** Said once: CXF does so for a one-way, and WS-Addressing for one with its headers. */
        private void accept(Message message) {
            if (in.put(ACCEPTANCE, Acceptance.SAID) == Acceptance.SAID) {
                return;
            }
            new MessageContent(
                            terms,
                            headers,
                            counter,
                            () -> Heads.accepted(message),
                            () -> request.beginResponse(false),
                            () -> record(false))
                    .send();
        }
    }
}
