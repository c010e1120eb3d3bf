package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.frame.AbortFrame;
import io.parley.frame.AcceptFrame;
import io.parley.frame.CreditFrame;
import io.parley.frame.DataFrame;
import io.parley.frame.Framing;
import io.parley.frame.GoawayFrame;
import io.parley.frame.OpenFrame;
import io.parley.frame.PingFrame;
import io.parley.frame.Preamble;
import io.parley.frame.RefuseFrame;

/** Makes this side's frames, numbers those of scope session, counts and sends them. */
final class FrameWriter {
    private final SessionActions actions;
    private final SessionSettings settings;
    private final Framing framing;
    private long sequence;
    private long frames;
    private long bytes;

    FrameWriter(SessionSettings settings, SessionActions actions) {
        this.settings = settings;
        this.actions = actions;
        this.framing = new Framing(settings.allocator(), settings.payloadChecksum());
    }

    long frames() {
        return frames;
    }

    long bytes() {
        return bytes;
    }

    /** Bytes a DATA frame has beside its content, at most. */
    int dataOverhead() {
        return framing.overhead() + DataFrame.MOST_FIELDS;
    }

    void preamble() {
        ByteBuf preamble =
                Preamble.encode(settings.allocator(), settings.payloadChecksum() ? Preamble.PAYLOAD_CHECKSUM : 0);
        bytes += preamble.readableBytes();
        actions.send(preamble);
    }

    void open(byte[] token, byte[] digest, byte[] terms) {
        send(OpenFrame.encode(framing, token, digest, terms));
    }

    void accept(byte[] digest) {
        send(AcceptFrame.encode(framing, digest, 0, new byte[0]));
    }

    void refuse(ErrorCode code, String text) {
        send(RefuseFrame.encode(framing, code.number(), text));
    }

    void ping(long body) {
        send(PingFrame.encodePing(framing, body));
    }

    void pong(long body) {
        send(PingFrame.encodePong(framing, body));
    }

    void goaway(boolean drain, ErrorCode code, int lastStream, String text) {
        send(GoawayFrame.encode(framing, ++sequence, drain ? GoawayFrame.DRAIN : 0, code.number(), lastStream, text));
    }

    void abort(int stream, ErrorCode code, String text) {
        abort(stream, code, text, false);
    }

    void abort(int stream, ErrorCode code, String text, boolean dispatched) {
        int flags = dispatched ? AbortFrame.DISPATCHED : 0;
        send(AbortFrame.encode(framing, ++sequence, stream, flags, code.number(), text));
    }

    @HotPath
    void credit(int stream, int credit) {
        send(CreditFrame.encode(framing, ++sequence, stream, credit));
    }

    /** A fragment that says, or says anew, how long its message is. */
    @HotPath
    void dataDeclared(int stream, int flags, long declared, int sides, ByteBuf content) {
        send(DataFrame.encodeDeclared(framing, ++sequence, stream, flags, declared, sides, content));
    }

    @HotPath
    void data(int stream, int flags, int sides, ByteBuf content) {
        send(DataFrame.encode(framing, ++sequence, stream, flags, sides, content));
    }

    /** Begins a side stream, of a bounded length; its content follows. */
    void sideBegin(int stream, long atMost, int message, int number) {
        int flags = DataFrame.BEGIN | DataFrame.AT_MOST;
        send(DataFrame.encodeSide(framing, ++sequence, stream, flags, atMost, message, number, Unpooled.EMPTY_BUFFER));
    }

    private void send(ByteBuf frame) {
        frames++;
        bytes += frame.readableBytes();
        actions.send(frame);
    }
}
