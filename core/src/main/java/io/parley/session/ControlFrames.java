package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.frame.AbortFrame;
import io.parley.frame.CreditFrame;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;
import io.parley.frame.GoawayFrame;
import io.parley.frame.PingFrame;
import org.jspecify.annotations.Nullable;

/** Handler of the peer's control frames in an open session. Confined to the owner of the {@link Exchange}. */
final class ControlFrames {
    private final SessionEnd end;
    private final LiveStreams streams;
    private final Outbox outbox;
    private final StreamEnds ends;
    private final KeepAlive keepAlive;

    ControlFrames(SessionEnd end, LiveStreams streams, Outbox outbox, StreamEnds ends, KeepAlive keepAlive) {
        this.end = end;
        this.streams = streams;
        this.outbox = outbox;
        this.ends = ends;
        this.keepAlive = keepAlive;
    }

    /**
     * Handles a frame that is neither DATA nor ACK.
     *
     * @throws ParleyException which ends the session
     */
    void on(FrameType type, ByteBuf frame, long now) {
        switch (type) {
            case CREDIT -> onCredit(frame);
            case ABORT -> onAbort(frame);
            case PING -> keepAlive.onPing(PingFrame.body(frame));
            case PONG -> keepAlive.onPong(PingFrame.body(frame), now);
            case GOAWAY -> onGoaway(frame);
            case OPEN, ACCEPT, REFUSE, RESUME ->
                throw new ParleyException(
                        ErrorCode.PROTOCOL, "session: expected no " + type + " once it is open, found one");
            case EXPENDABLE ->
                throw new ParleyException(
                        ErrorCode.PROTOCOL,
                        "session: expected EXPENDABLE in datagrams alone, found one among the frames");
            case DATA, ACK -> throw new IllegalStateException(type + " is not handled here");
        }
    }

    private void onCredit(ByteBuf frame) {
        int bytes = CreditFrame.bytes(frame);
        int id = FrameHeader.stream(frame);
        if (id == 0) {
            outbox.onSessionCredit(bytes);
        } else {
            Stream stream = find(id, FrameType.CREDIT);
            if (stream != null) {
                outbox.onStreamCredit(stream, bytes);
            } else {
                outbox.onReadLater(id, bytes);
            }
        }
        outbox.pump();
    }

    private void onAbort(ByteBuf frame) {
        ErrorCode code = ErrorCode.of(AbortFrame.code(frame)).orElse(ErrorCode.INTERNAL);
        String text = AbortFrame.text(frame);
        int id = FrameHeader.stream(frame);
        Stream stream = find(id, FrameType.ABORT);
        if (stream != null) {
            ParleyException why = new ParleyException(code, "aborted by the peer: " + text);
            ends.fail(stream, AbortFrame.isDispatched(frame) ? why.afterDispatch() : why);
        } else {
            outbox.onAbortLater(id);
        }
        outbox.pump();
    }

    private void onGoaway(ByteBuf frame) {
        ErrorCode code = ErrorCode.of(GoawayFrame.code(frame)).orElse(ErrorCode.INTERNAL);
        String text = GoawayFrame.text(frame);
        int last = GoawayFrame.lastStream(frame);
        if ((FrameHeader.flags(frame) & GoawayFrame.DRAIN) == 0) {
            ends.peerServed(last);
            end.onClosedByPeer(new ParleyException(code, "closed by the peer: " + text));
            return;
        }
        if (ends.peerDrains()) {
            throw new ParleyException(ErrorCode.PROTOCOL, "session: expected one GOAWAY with DRAIN, found a second");
        }
        ends.peerDrained();
        ends.peerServed(last);
        ends.failAbove(last, text);
    }

    /** Returns an open stream, or null for one that has ended; throws {@code PROTOCOL} if there never was one. */
    private @Nullable Stream find(int id, FrameType type) {
        Stream stream = streams.get(id);
        if (stream == null && !streams.wasBegun(id)) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL, type + ": expected a stream that was begun, found stream " + id);
        }
        return stream;
    }
}
