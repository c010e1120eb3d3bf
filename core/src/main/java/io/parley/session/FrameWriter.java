package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.frame.AbortFrame;
import io.parley.frame.AcceptFrame;
import io.parley.frame.AckFrame;
import io.parley.frame.CreditFrame;
import io.parley.frame.DataFrame;
import io.parley.frame.ExpendableFrame;
import io.parley.frame.Framing;
import io.parley.frame.GoawayFrame;
import io.parley.frame.OpenFrame;
import io.parley.frame.PingFrame;
import io.parley.frame.Preamble;
import io.parley.frame.RefuseFrame;
import io.parley.frame.ResumeFrame;
import org.jspecify.annotations.Nullable;

/** Makes this side's frames, numbers those of scope session, counts and sends them. */
final class FrameWriter {
    private final SessionHost host;
    private final SessionSettings settings;
    private final Framing framing;
    /** Unacknowledged frames; null where a lost connection ends the session. */
    private @Nullable Unacknowledged kept;
    /** Log of sent frames; null where a crash ends the session. */
    private @Nullable FrameLog log;

    private Lanes lanes = new Lanes(1);
    private boolean suspended;
    private long sequence;
    private long frames;
    private long bytes;

    FrameWriter(SessionSettings settings, SessionHost host) {
        this.settings = settings;
        this.host = host;
        this.framing = new Framing(settings.allocator(), settings.payloadChecksum());
    }

    long frames() {
        return frames;
    }

    long bytes() {
        return bytes;
    }

    /** Keeps numbered frames until they are acknowledged from now on. */
    void keep(Unacknowledged toKeep, @Nullable FrameLog toTell) {
        kept = toKeep;
        log = toTell;
    }

    /** Continues behind the frame of that number. */
    void follow(long number) {
        sequence = number;
    }

    /** Spreads frames over so many lanes of the connection from now on. */
    void spread(int count) {
        lanes = new Lanes(count);
    }

    /** Returns whether the connection takes content on a stream's lane now. */
    @HotPath
    boolean takesContentOf(Stream stream) {
        return !lanes.areSeveral() || stream.id == 0 || host.isWritable(lanes.of(stream));
    }

    /** Suspends sending without a connection: numbered frames are kept, all others are dropped. */
    void suspend() {
        suspended = true;
    }

    /** Resumes sending on a new connection. */
    void resume() {
        suspended = false;
    }

    /** Returns whether content may be sent, as far as this side decides it. */
    @HotPath
    boolean takesContent() {
        Unacknowledged keeping = kept;
        return keeping == null || (!suspended && keeping.hasRoom());
    }

    /** Bytes a DATA frame has beside its content, at most. */
    int dataOverhead() {
        return framing.overhead() + DataFrame.MOST_FIELDS;
    }

    /** An empty buffer for so much content, with room around it for the rest of its frame. */
    ByteBuf contentBuffer(int bytes) {
        int capacity = DataFrame.ROOM_BEFORE + bytes + DataFrame.ROOM_BEHIND;
        return settings.allocator().buffer(capacity, capacity).setIndex(DataFrame.ROOM_BEFORE, DataFrame.ROOM_BEFORE);
    }

    void preamble() {
        ByteBuf preamble =
                Preamble.encode(settings.allocator(), settings.payloadChecksum() ? Preamble.PAYLOAD_CHECKSUM : 0);
        bytes += preamble.readableBytes();
        host.send(preamble, Lanes.CONTROL);
    }

    void open(byte[] token, byte[] digest, byte[] terms) {
        send(OpenFrame.encode(framing, token, digest, terms));
    }

    void accept(byte[] digest, long received, byte[] secret) {
        send(AcceptFrame.encode(framing, digest, received, secret));
    }

    void resume(byte[] secret, byte[] digest, long received) {
        send(ResumeFrame.encode(framing, secret, digest, received));
    }

    void ack(long received) {
        send(AckFrame.encode(framing, received));
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
        sendNumbered(
                GoawayFrame.encode(framing, ++sequence, drain ? GoawayFrame.DRAIN : 0, code.number(), lastStream, text),
                Lanes.CONTROL);
    }

    void abort(Stream stream, ErrorCode code, String text) {
        abort(stream, code, text, false);
    }

    void abort(Stream stream, ErrorCode code, String text, boolean dispatched) {
        int flags = dispatched ? AbortFrame.DISPATCHED : 0;
        sendNumbered(AbortFrame.encode(framing, ++sequence, stream.id, flags, code.number(), text), lanes.of(stream));
    }

    /** Ends a stream of which nothing else is known here. */
    void abort(int stream, ErrorCode code, String text) {
        sendNumbered(AbortFrame.encode(framing, ++sequence, stream, 0, code.number(), text), Lanes.CONTROL);
    }

    /** Gives credit to the session. */
    @HotPath
    void credit(int credit) {
        sendNumbered(CreditFrame.encode(framing, ++sequence, 0, credit), Lanes.CONTROL);
    }

    /** Gives credit to a stream. */
    @HotPath
    void credit(Stream stream, int credit) {
        sendNumbered(CreditFrame.encode(framing, ++sequence, stream.id, credit), lanes.of(stream));
    }

    /** A fragment that says, or says anew, how long its message is. */
    @HotPath
    void dataDeclared(Stream stream, int flags, long declared, ByteBuf content) {
        sendNumbered(
                DataFrame.encodeDeclared(framing, ++sequence, stream.id, flags, declared, content), lanes.of(stream));
    }

    @HotPath
    void data(Stream stream, int flags, ByteBuf content) {
        sendNumbered(DataFrame.encode(framing, ++sequence, stream.id, flags, content), lanes.of(stream));
    }

    /** Begins a side stream, of a bounded length; its content follows. */
    void sideBegin(Stream side, long atMost) {
        Stream.Place place = side.place();
        sendNumbered(
                DataFrame.encodeSide(framing, ++sequence, side.id, atMost, place.message, place.number),
                lanes.of(side));
    }

    /** The lanes of what this side sends. */
    Lanes lanes() {
        return lanes;
    }

    /** Returns whether there is no connection that content could be sent on. */
    boolean isSuspended() {
        return suspended;
    }

    /** Returns the most content that fits a datagram now; negative if there are none. */
    int expendableBytes() {
        return host.datagrams().mostBytes() - ExpendableFrame.overhead(framing);
    }

    /** Sends a message in a datagram. Owns the content, which fits. */
    void expendable(int operation, long number, ByteBuf content) {
        ByteBuf frame = ExpendableFrame.encode(framing, operation, number, content);
        frames++;
        bytes += frame.readableBytes();
        host.datagrams().sendDatagram(frame);
    }

    /** Sends what was sent on another connection, on the lane that it had there. */
    void repeat(ByteBuf frame, int lane) {
        send(frame, lane);
    }

    @HotPath
    private void sendNumbered(ByteBuf frame, int lane) {
        Unacknowledged keeping = kept;
        if (keeping != null) {
            FrameLog telling = log;
            if (telling != null) {
                telling.sent(frame, framing.checksumBytes(frame));
            }
            keeping.addRetained(frame, lane);
        }
        send(frame, lane);
    }

    private void send(ByteBuf frame) {
        send(frame, Lanes.CONTROL);
    }

    @HotPath
    private void send(ByteBuf frame, int lane) {
        if (suspended) {
            frame.release();
            return;
        }
        frames++;
        bytes += frame.readableBytes();
        host.send(frame, lane);
    }
}
