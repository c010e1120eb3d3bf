package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.List;
import java.util.Map;

/**
 * Restoration of a durable session from the frames that an earlier process received and sent (docs/protocol/durable.md,
 * section 12). Complete messages are delivered again, so that requests are answered from the start; this side's
 * interrupted calls are reported to their user, followed by their responses.
 */
final class Restoration {
    private final Effects effects;
    private final FrameWriter writer;
    private final LiveStreams streams;
    private final Outbox outbox;
    private final Inbox inbox;
    private final SessionEnd end;

    Restoration(Effects effects, FrameWriter writer, LiveStreams streams, Outbox outbox, Inbox inbox, SessionEnd end) {
        this.effects = effects;
        this.writer = writer;
        this.streams = streams;
        this.outbox = outbox;
        this.inbox = inbox;
        this.end = end;
    }

    /**
     * Restores a session that is otherwise new and has no connection.
     *
     * @param received frames of messages, by stream; ownership is transferred
     * @param sent frames that the peer did not acknowledge; ownership is transferred
     * @throws ParleyException {@code BUDGET} if there is no capacity for all messages
     */
    void run(Continuity continuity, DurableState state, Map<Integer, List<ByteBuf>> received, List<ByteBuf> sent) {
        writer.suspend();
        streams.restoreOwn(state.highestOwn());
        restoreMessages(state, received);
        streams.restorePeer(state.highestPeer(), state.highestWhole());
        inbox.restored(state.owed());
        outbox.restore(state);
        end.restore(state);
        continuity.begin(state, sent);
        for (int id : List.copyOf(state.sending())) {
            writer.abort(id, ErrorCode.CANCELLED, "the sender's process ended");
        }
    }

    private void restoreMessages(DurableState state, Map<Integer, List<ByteBuf>> received) {
        long whole = 0;
        for (DurableMessage message : List.copyOf(state.messages())) {
            List<ByteBuf> frames = received.getOrDefault(message.id, List.of());
            if (state.isOwn(message.id)) {
                restoreCall(message, frames);
            } else {
                inbox.restore(message, frames);
            }
            whole += message.whole ? 1 : 0;
        }
        if (inbox.messages() != whole) {
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    "session: expected room for " + whole + " messages that were stored, found it for "
                            + inbox.messages());
        }
    }

    /**
     * Restores a call that an earlier process of this side made. A call that was not sent completely is aborted, and
     * never dispatched.
     */
    private void restoreCall(DurableMessage call, List<ByteBuf> answer) {
        String label = call.label;
        if (!call.requestSent) {
            effects.add(to -> to.onInterruptedCall(null, label));
            return;
        }
        Stream stream = outbox.newStream(MessageKind.REQUEST);
        stream.begun = true;
        stream.ended = true;
        stream.endSent = true;
        streams.restoreOwn(stream, call.id);
        effects.add(to -> to.onInterruptedCall(stream, label));
        inbox.restoreAnswer(stream, call, answer);
    }
}
