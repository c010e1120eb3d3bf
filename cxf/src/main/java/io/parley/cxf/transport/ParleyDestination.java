package io.parley.cxf.transport;

import io.parley.cxf.stax.OutContent;
import io.parley.cxf.stax.Terms;
import io.parley.recording.MessageCopy;
import io.parley.recording.RecordedMessage;
import io.parley.runtime.IncomingMessage;
import io.parley.soap.StaticHeaders;
import java.util.logging.Logger;
import org.apache.cxf.Bus;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.AbstractDestination;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.jspecify.annotations.Nullable;

/** Where a session's messages say they were received; its back-channel answers them on the session. */
final class ParleyDestination extends AbstractDestination {
    private static final Logger LOG = LogUtils.getL7dLogger(ParleyDestination.class);

    private final PartCounter counter;

    ParleyDestination(
            Bus bus, Destination original, org.apache.cxf.service.model.EndpointInfo endpoint, PartCounter counter) {
        super(bus, original.getAddress(), endpoint);
        this.counter = counter;
    }

    @Override
    protected Conduit getInbuiltBackChannel(Message inMessage) {
        return new BackChannel(
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
        private final IncomingMessage request;
        private final Terms terms;
        private final StaticHeaders headers;
        /** Where the request is recorded, or null. */
        private final @Nullable MessageCopy recorded;

        BackChannel(IncomingMessage request, Terms terms, StaticHeaders headers, @Nullable MessageCopy recorded) {
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
            }
        }

        private void accept(Message message) {
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
