package io.parley.conformance;

import io.parley.conformance.quic.QuicClose;
import io.parley.conformance.quic.QuicEvent;
import io.parley.conformance.quic.QuicStreams;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The opening side of a session over the tracks of {@code parley/2}: sends frames on any track, and checks each
 * received frame against the general rules. Answers PINGs. One thread at a time.
 */
final class TrackSession implements AutoCloseable {
    /** First byte of stream 0. */
    static final int FRAMES = 1;
    /** First byte of a track is this plus its number. */
    static final int TRACK = 64;
    /** First byte of the stream that tells a number of tracks is this plus the number. */
    static final int COUNT = 128;

    static final int PATIENCE_MILLIS = 8_000;

    private static final HexFormat HEX = HexFormat.of();
    private static final int NEXT_STREAM = 4;

    private final QuicStreams quic;
    private final Random random = new Random(7);
    private final Map<Integer, Outgoing> outgoing = new HashMap<>();
    private final IncomingTracks incoming = new IncomingTracks();
    private final Map<Integer, Integer> tracksOfRequests = new HashMap<>();
    private final List<RawFrame> inbox = new ArrayList<>();
    private final Deque<byte[]> datagrams = new ArrayDeque<>();
    private final Set<Long> numbers = new HashSet<>();
    private Map<String, String> accepted = Map.of();
    private long nextStream = 2;
    private boolean lost;
    private @Nullable QuicClose closed;

    /** A stream that this side sends on, and the bytes that it sent. */
    private static final class Outgoing {
        final long stream;
        long at;

        Outgoing(long stream) {
            this.stream = stream;
        }
    }

    TrackSession(QuicStreams quic) {
        this.quic = quic;
    }

    /** Opens a session of an agreement. */
    static TrackSession open(Agreed agreed, QuicStreams quic) throws IOException {
        return new TrackSession(quic).begin(agreed, RawFrameType.OPEN, Session.opening(agreed));
    }

    /** Returns this session after RESUME on another connection, as if nothing had been received. */
    TrackSession resumedOn(QuicStreams other, Agreed agreed) throws IOException {
        TrackSession session = new TrackSession(other);
        session.tracksOfRequests.putAll(tracksOfRequests);
        byte[] secret = HEX.parseHex(accepted.get("secret"));
        return session.begin(agreed, RawFrameType.RESUME, Session.resuming(agreed, secret, 0));
    }

    /** Sends the first frame on a new connection and awaits ACCEPT. */
    private TrackSession begin(Agreed agreed, RawFrameType type, Map<String, String> fields) throws IOException {
        write(0, RawConnection.preamble());
        frame(0, new RawFrame(type.number(), 0, 0, 0, type.write(0, fields)));
        RawFrame accept = await("ACCEPT", each -> Session.is(each, RawFrameType.ACCEPT));
        if (!HEX.formatHex(agreed.digest()).equals(Line.fields(accept).get("digest"))) {
            throw new Mismatch("ACCEPT with the agreement's digest", "another digest");
        }
        accepted = Line.fields(accept);
        return this;
    }

    /** Returns the fields of ACCEPT. */
    Map<String, String> accepted() {
        return accepted;
    }

    QuicStreams quic() {
        return quic;
    }

    /** Opens a unidirectional stream with any first bytes. */
    long stream(boolean last, int... content) throws IOException {
        ByteOutput bytes = new ByteOutput();
        for (int each : content) {
            bytes.number(each, 1);
        }
        long stream = nextStream;
        nextStream += NEXT_STREAM;
        quic.send(stream, 0, bytes.toBytes(), last);
        return stream;
    }

    private Outgoing out(int track) throws IOException {
        Outgoing known = outgoing.get(track);
        if (known != null) {
            return known;
        }
        Outgoing out = new Outgoing(track == 0 ? 0 : nextStream);
        if (track == 0) {
            quic.send(0, 0, new byte[] {FRAMES}, false);
        } else {
            stream(false, TRACK + track);
        }
        out.at = 1;
        outgoing.put(track, out);
        return out;
    }

    /** Sends bytes of a track, which is opened first if it is not open. */
    void write(int track, byte... content) throws IOException {
        Outgoing out = out(track);
        quic.send(out.stream, out.at, content, false);
        out.at += content.length;
    }

    /** Sends bytes of a track in two parts, the later one first. */
    void writeSwapped(int track, byte[] content, byte[] later) throws IOException {
        Outgoing out = out(track);
        quic.send(out.stream, out.at + content.length, later, false);
        quic.send(out.stream, out.at, content, false);
        out.at += content.length + later.length;
    }

    /** Ends a track, or stream 0. */
    void finish(int track) throws IOException {
        Outgoing out = out(track);
        quic.send(out.stream, out.at, new byte[0], true);
    }

    /** Ends all tracks, tells their number and ends stream 0. */
    void finishAll() throws IOException {
        finishTracks();
        finish(0);
    }

    /** Ends all tracks and tells their number. */
    void finishTracks() throws IOException {
        int tracks = 0;
        for (int track : List.copyOf(outgoing.keySet())) {
            if (track > 0) {
                finish(track);
                tracks++;
            }
        }
        stream(true, COUNT + tracks);
    }

    /** Resets a track. */
    void reset(int track, Code code) throws IOException {
        Outgoing out = out(track);
        quic.reset(out.stream, code.number(), out.at);
    }

    /** Asks the peer to stop sending on a track that it opened. */
    void stopSending(int track, Code code) throws IOException {
        quic.stopSending(incoming.streamOf(track), code.number());
    }

    void frame(int track, RawFrame frame) throws IOException {
        write(track, frame.encode(true));
    }

    /** Returns a request that fits in one frame. */
    static RawFrame request(long number, int stream, byte... content) {
        return data(
                number, RawFrameType.BEGIN | RawFrameType.END | RawFrameType.REQUEST, stream, content.length, content);
    }

    static RawFrame data(long number, int flags, int stream, long declared, byte... content) {
        Map<String, String> fields = Map.of("declared", String.valueOf(declared), "content", HEX.formatHex(content));
        return new RawFrame(RawFrameType.DATA.number(), flags, number, stream, RawFrameType.DATA.write(flags, fields));
    }

    static RawFrame goaway(long number, int flags, Code code, int last) {
        Map<String, String> fields =
                Map.of("code", String.valueOf(code.number()), "last-stream", String.valueOf(last), "text", "");
        return new RawFrame(RawFrameType.GOAWAY.number(), flags, number, 0, RawFrameType.GOAWAY.write(flags, fields));
    }

    /** Sends a request, whose answer must come on the track of that number. */
    void request(int track, RawFrame request) throws IOException {
        tracksOfRequests.put(request.stream(), track);
        frame(track, request);
    }

    /** Waits for the end of an answer, or for ABORT in its place, and returns its last frame. */
    RawFrame expectAnswer(int stream) throws IOException {
        return await(
                "an answer on stream " + stream,
                each -> each.stream() == stream
                        && (Session.is(each, RawFrameType.ABORT)
                                || (Session.is(each, RawFrameType.DATA) && (each.flags() & RawFrameType.END) != 0)));
    }

    /** Expects that the session lives and has processed everything on track 0. */
    TrackSession expectAlive() throws IOException {
        String body = Long.toUnsignedString(random.nextLong());
        frame(0, new RawFrame(RawFrameType.PING.number(), 0, 0, 0, RawFrameType.PING.write(0, Map.of("body", body))));
        RawFrame pong = await("a PONG, since the session lives", each -> Session.is(each, RawFrameType.PONG));
        if (!body.equals(Line.fields(pong).get("body"))) {
            throw new Mismatch("a PONG with the bytes of the PING", "others");
        }
        return this;
    }

    /** Expects GOAWAY with a code, and the end of the connection. */
    void expectEnd(Code code) throws IOException {
        RawFrame end = await(
                "GOAWAY " + code,
                each -> Session.is(each, RawFrameType.GOAWAY) && (each.flags() & RawFrameType.DRAIN) == 0);
        Line.expectCode("GOAWAY", Integer.parseInt(Line.fields(end).get("code")), code);
        expectOver();
    }

    /** Expects that the peer ends stream 0 or the connection. */
    void expectOver() throws IOException {
        if (!pump(PATIENCE_MILLIS, this::isOver)) {
            throw new Mismatch("the end of the connection", "none in time");
        }
    }

    /** Expects CONNECTION_CLOSE with the application's code and without a text. */
    void expectClose(int code) throws IOException {
        QuicClose close = awaitClose();
        if (!close.byApplication() || close.code() != code || close.textBytes() > 0) {
            throw new Mismatch(
                    "CONNECTION_CLOSE with the application's code " + code + " and no text",
                    close + ", " + close.textBytes() + " bytes of text");
        }
    }

    QuicClose awaitClose() throws IOException {
        pump(PATIENCE_MILLIS, () -> closed != null);
        if (closed == null) {
            throw new Mismatch("CONNECTION_CLOSE", "none in time");
        }
        return closed;
    }

    /** Reads for a while and returns whether the peer has ended stream 0 or the connection. */
    boolean isOverWithin(int millis) throws IOException {
        return pump(millis, this::isOver);
    }

    private boolean isOver() {
        return lost || closed != null || incoming.isEnded(0);
    }

    /** Returns what is known of the peer's tracks. */
    IncomingTracks incoming() {
        return incoming;
    }

    /** Returns the next datagram with a first byte; null if none arrives in time. */
    byte @Nullable [] datagram(int kind, int millis) throws IOException {
        datagrams.removeIf(each -> each.length == 0 || each[0] != kind);
        pump(millis, () -> datagrams.stream().anyMatch(each -> each.length > 0 && each[0] == kind));
        datagrams.removeIf(each -> each.length == 0 || each[0] != kind);
        return datagrams.poll();
    }

    /** Reads until a matching frame arrives; other frames are queued. */
    RawFrame await(String what, Predicate<RawFrame> wanted) throws IOException {
        boolean found = pump(PATIENCE_MILLIS, () -> inbox.stream().anyMatch(wanted) || isOver());
        for (int i = 0; i < inbox.size(); i++) {
            if (wanted.test(inbox.get(i))) {
                return inbox.remove(i);
            }
        }
        if (found) {
            throw new Mismatch(what, "the end of the connection" + (closed == null ? "" : ", " + closed));
        }
        throw new SocketTimeoutException("expected " + what);
    }

    private boolean pump(int millis, BooleanSupplier done) throws IOException {
        long until = System.nanoTime() + millis * 1_000_000L;
        while (!done.getAsBoolean()) {
            long left = (until - System.nanoTime()) / 1_000_000L;
            QuicEvent event = left <= 0 ? null : quic.next((int) left);
            if (event == null) {
                return done.getAsBoolean();
            }
            take(event);
        }
        return true;
    }

    private void take(QuicEvent event) throws IOException {
        switch (event.kind()) {
            case BYTES -> {
                for (IncomingTracks.Arrived each : incoming.bytes(event.stream(), event.content())) {
                    take(each);
                }
            }
            case END -> incoming.end(event.stream());
            case RESET, STOPPED -> lost = true;
            case DATAGRAM -> datagrams.add(event.content());
            case CLOSED -> closed = event.close();
        }
    }

    private void take(IncomingTracks.Arrived arrived) throws IOException {
        RawFrame frame = arrived.frame();
        RawFrameType type = RawFrameType.of(frame.type());
        if (type.isNumbered() ? frame.sequence() < 1 || !numbers.add(frame.sequence()) : frame.sequence() != 0) {
            throw new Mismatch(
                    type + " with a number that did not come yet, or 0 for the connection",
                    String.valueOf(frame.sequence()));
        }
        checkTrack(arrived.track(), type, frame);
        if (type == RawFrameType.PING) {
            Map<String, String> fields = Line.fields(frame);
            frame(0, new RawFrame(RawFrameType.PONG.number(), 0, 0, 0, RawFrameType.PONG.write(0, fields)));
        } else {
            inbox.add(frame);
        }
    }

    private void checkTrack(int track, RawFrameType type, RawFrame frame) {
        boolean ofExchange = type == RawFrameType.DATA || type == RawFrameType.ABORT || frame.stream() > 0;
        int wanted = ofExchange ? tracksOfRequests.getOrDefault(frame.stream(), track) : 0;
        boolean isAbort = type == RawFrameType.ABORT && track == 0; // of a stream that did not start there
        if (track != wanted && !isAbort) {
            throw new Mismatch(type + " of stream " + frame.stream() + " on track " + wanted, "it on track " + track);
        }
    }

    @Override
    public void close() throws IOException {
        quic.close();
    }
}
