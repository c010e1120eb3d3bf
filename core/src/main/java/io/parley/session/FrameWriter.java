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

/** Encodes, numbers, counts and sends this side's frames. */
final class FrameWriter {
    private final SessionHost host;
    private final SessionSettings settings;
    private final Framing framing;
    /** Unacknowledged frames; null if the loss of the connection ends the session. */
    private @Nullable Unacknowledged unacknowledged;
    /** Log of sent frames; null if the session is not durable. */
    private @Nullable FrameLog log;

    private Tracks tracks = new Tracks(1);
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

    /**
     * Starts to retain numbered frames until they are acknowledged.
     *
     * @param newLog log of sent frames, or null
     */
    void keep(Unacknowledged frames, @Nullable FrameLog newLog) {
        unacknowledged = frames;
        log = newLog;
    }

    /** Continues numbering after that sequence number. */
    void follow(long number) {
        sequence = number;
    }

    /** Distributes frames over the given number of tracks from now on. */
    void spread(int count) {
        tracks = new Tracks(count);
    }

    /** Returns whether the connection takes content on a stream's track now. */
    @HotPath
    boolean takesContentOf(Stream stream) {
        return !tracks.areSeveral() || stream.id == 0 || host.isWritable(tracks.of(stream));
    }

    /** Suspends sending while there is no connection: numbered frames are retained, all others are dropped. */
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
        Unacknowledged retained = unacknowledged;
        return retained == null || (!suspended && retained.hasRoom());
    }

    /** Returns the maximum number of bytes that a DATA frame has besides its content. */
    int dataOverhead() {
        return framing.overhead() + DataFrame.MOST_FIELDS;
    }

    /** Returns an empty buffer for content, with headroom and tailroom for the rest of its frame. */
    ByteBuf contentBuffer(int bytes) {
        int capacity = DataFrame.ROOM_BEFORE + bytes + DataFrame.ROOM_BEHIND;
        return settings.allocator().buffer(capacity, capacity).setIndex(DataFrame.ROOM_BEFORE, DataFrame.ROOM_BEFORE);
    }

    void preamble() {
        ByteBuf preamble =
                Preamble.encode(settings.allocator(), settings.payloadChecksum() ? Preamble.PAYLOAD_CHECKSUM : 0);
        bytes += preamble.readableBytes();
        host.send(preamble, Tracks.CONTROL);
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
                Tracks.CONTROL);
    }

    void abort(Stream stream, ErrorCode code, String text) {
        abort(stream, code, text, false);
    }

    void abort(Stream stream, ErrorCode code, String text, boolean dispatched) {
        int flags = dispatched ? AbortFrame.DISPATCHED : 0;
        sendNumbered(AbortFrame.encode(framing, ++sequence, stream.id, flags, code.number(), text), tracks.of(stream));
    }

    /** Aborts a stream that this side does not know. */
    void abort(int stream, ErrorCode code, String text) {
        sendNumbered(AbortFrame.encode(framing, ++sequence, stream, 0, code.number(), text), Tracks.CONTROL);
    }

    /** Gives credit to the session. */
    @HotPath
    void credit(int credit) {
        sendNumbered(CreditFrame.encode(framing, ++sequence, 0, credit), Tracks.CONTROL);
    }

    /** Gives credit to a stream. */
    @HotPath
    void credit(Stream stream, int credit) {
        sendNumbered(CreditFrame.encode(framing, ++sequence, stream.id, credit), tracks.of(stream));
    }

    /**
     * Sends a fragment that declares the message's length, or a new bound of it. Returns the length of its frame in
     * bytes.
     */
    @HotPath
    int dataDeclared(Stream stream, int flags, long declared, ByteBuf content) {
        return sendNumbered(
                DataFrame.encodeDeclared(framing, ++sequence, stream.id, flags, declared, content), tracks.of(stream));
    }

    /** Sends a later fragment. Returns the length of its frame in bytes. */
    @HotPath
    int data(Stream stream, int flags, ByteBuf content) {
        return sendNumbered(DataFrame.encode(framing, ++sequence, stream.id, flags, content), tracks.of(stream));
    }

    /** Starts a side stream of bounded length, without content. Returns the length of its frame in bytes. */
    int sideBegin(Stream side, long atMost) {
        Stream.Place place = side.place();
        return sendNumbered(
                DataFrame.encodeSide(framing, ++sequence, side.id, atMost, place.message, place.number),
                tracks.of(side));
    }

    /** Returns the tracks that this side sends on. */
    Tracks tracks() {
        return tracks;
    }

    /** Returns whether there is no connection to send content on. */
    boolean isSuspended() {
        return suspended;
    }

    /** Returns the maximum content of a datagram in bytes; negative if there are no datagrams. */
    int expendableBytes() {
        return host.datagrams().mostBytes() - ExpendableFrame.overhead(framing);
    }

    /** Sends a message in a datagram and takes ownership of its content, which must fit. */
    void expendable(int operation, long number, ByteBuf content) {
        ByteBuf frame = ExpendableFrame.encode(framing, operation, number, content);
        frames++;
        bytes += frame.readableBytes();
        host.datagrams().sendDatagram(frame);
    }

    /** Resends a frame on a new connection, on the track that it had before. */
    void repeat(ByteBuf frame, int track) {
        send(frame, track);
    }

    @HotPath
    private int sendNumbered(ByteBuf frame, int track) {
        int length = frame.readableBytes();
        Unacknowledged retained = unacknowledged;
        if (retained != null) {
            FrameLog frameLog = log;
            if (frameLog != null) {
                frameLog.sent(frame, framing.checksumBytes(frame));
            }
            retained.addRetained(frame, track);
        }
        send(frame, track);
        return length;
    }

    private void send(ByteBuf frame) {
        send(frame, Tracks.CONTROL);
    }

    @HotPath
    private void send(ByteBuf frame, int track) {
        if (suspended) {
            frame.release();
            return;
        }
        frames++;
        bytes += frame.readableBytes();
        host.send(frame, track);
    }
}
