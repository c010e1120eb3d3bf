package io.parley.conformance;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/**
 * One side of a session over a {@link Line}: numbers the frames that it sends, checks each received frame against the
 * general rules, and has the expectations of cases. Answers PINGs, and grants credit only when a case does. One thread
 * at a time.
 */
final class Session implements AutoCloseable {
    private static final HexFormat HEX = HexFormat.of();
    private static final long MOST_NANOS = 10_000_000_000L;
    private static final int MOST_FRAGMENT = 128 * 1024;

    private final Line line;
    private final boolean opens;
    private final Random random = new Random(7);
    private final List<RawFrame> inbox = new ArrayList<>();
    private final Map<Integer, ByteOutput> arriving = new HashMap<>();
    private long sent;
    private long received;
    private int lastStream;
    private byte[] secret = {};
    private Map<String, String> accepted = Map.of();

    Session(Line line, boolean opens) {
        this.line = line;
        this.opens = opens;
        lastStream = opens ? -1 : 0;
    }

    /** Opens a session of an agreement at its listener. */
    static Session open(Agreed agreed) throws IOException {
        return open(agreed, Line.to(agreed.listener()));
    }

    static Session open(Agreed agreed, Line line) throws IOException {
        Session session = new Session(line, true);
        line.preamble();
        line.unnumbered(RawFrameType.OPEN, opening(agreed));
        line.readPreamble();
        session.accept(agreed);
        return session;
    }

    static Map<String, String> opening(Agreed agreed) {
        return Map.of(
                "token", HEX.formatHex(agreed.token()),
                "digest", HEX.formatHex(agreed.digest()),
                "terms", HEX.formatHex(agreed.terms()));
    }

    private void accept(Agreed agreed) throws IOException {
        RawFrame frame = line.read();
        RawFrameType type = RawFrameType.of(frame.type());
        if (type != RawFrameType.ACCEPT) {
            throw new Mismatch("ACCEPT", type + " " + Line.fields(frame));
        }
        checkHeader(frame);
        accepted = Line.fields(frame);
        if (!HEX.formatHex(agreed.digest()).equals(accepted.get("digest"))) {
            throw new Mismatch("ACCEPT with the agreement's digest", "another digest");
        }
        secret = HEX.parseHex(accepted.get("secret"));
    }

    /** Returns this session after RESUME on another line. */
    Session resumedOn(Line other, Agreed agreed) throws IOException {
        Session session = new Session(other, true);
        session.sent = sent;
        session.received = received;
        session.lastStream = lastStream;
        other.preamble();
        other.unnumbered(RawFrameType.RESUME, resuming(agreed, secret, received));
        other.readPreamble();
        session.accept(agreed);
        return session;
    }

    static Map<String, String> resuming(Agreed agreed, byte[] secret, long received) {
        return Map.of(
                "secret", HEX.formatHex(secret),
                "digest", HEX.formatHex(agreed.digest()),
                "received", String.valueOf(received));
    }

    Map<String, String> accepted() {
        return accepted;
    }

    byte[] secret() {
        return secret.clone();
    }

    long received() {
        return received;
    }

    long sent() {
        return sent;
    }

    Line line() {
        return line;
    }

    /** Returns the next unused stream id of this side. */
    int newStream() {
        lastStream += 2;
        return lastStream;
    }

    /** Sends a frame of session scope with the next sequence number. */
    Session numbered(RawFrameType type, int flags, int stream, Map<String, String> fields) throws IOException {
        return frame(type.number(), flags, ++sent, stream, type.write(flags, fields));
    }

    /** Sends a frame with the given fields, valid or invalid. */
    Session frame(int type, int flags, long sequence, int stream, byte... payload) throws IOException {
        line.frame(new RawFrame(type, flags, sequence, stream, payload));
        return this;
    }

    long nextSequence() {
        return ++sent;
    }

    Session data(int flags, int stream, long declared, byte... content) throws IOException {
        return numbered(
                RawFrameType.DATA,
                flags,
                stream,
                Map.of("declared", String.valueOf(declared), "content", HEX.formatHex(content)));
    }

    /** Sends a complete message in one fragment and returns its stream. */
    int message(int kind, byte... content) throws IOException {
        int stream = newStream();
        data(RawFrameType.BEGIN | RawFrameType.END | kind, stream, content.length, content);
        return stream;
    }

    /** Sends the first byte of a message of two bytes and returns its stream. */
    int unfinished(int kind) throws IOException {
        int stream = newStream();
        data(RawFrameType.BEGIN | kind, stream, 2, (byte) 1);
        return stream;
    }

    /**
     * Sends the first byte of a message that this side may begin: a request, or a one-way message of the accepting
     * side.
     */
    int unfinished() throws IOException {
        return unfinished(opens ? RawFrameType.REQUEST : RawFrameType.ONE_WAY);
    }

    Session abort(int stream, int code) throws IOException {
        return numbered(RawFrameType.ABORT, 0, stream, Map.of("code", String.valueOf(code), "text", ""));
    }

    Session credit(int stream, long bytes) throws IOException {
        return numbered(RawFrameType.CREDIT, 0, stream, Map.of("bytes", String.valueOf(bytes)));
    }

    Session goaway(int flags, int code, int last) throws IOException {
        return numbered(
                RawFrameType.GOAWAY,
                flags,
                0,
                Map.of("code", String.valueOf(code), "last-stream", String.valueOf(last), "text", ""));
    }

    /** Reads a frame, checks it against the general rules, and answers a PING. */
    RawFrame next() throws IOException {
        long end = System.nanoTime() + MOST_NANOS;
        while (true) {
            if (System.nanoTime() > end) {
                throw new SocketTimeoutException("nothing but PINGs");
            }
            RawFrame frame = line.read();
            RawFrameType type = checkHeader(frame);
            Map<String, String> fields = Line.fields(frame);
            if (type.isNumbered()) {
                if (frame.sequence() <= received) {
                    throw new Mismatch("sequence number " + (received + 1), String.valueOf(frame.sequence()));
                }
                received = frame.sequence();
            }
            if (type == RawFrameType.PING) {
                line.unnumbered(RawFrameType.PONG, fields);
                continue;
            }
            if (type == RawFrameType.DATA) {
                checkData(frame);
            }
            return frame;
        }
    }

    private RawFrameType checkHeader(RawFrame frame) {
        RawFrameType type = RawFrameType.of(frame.type());
        boolean numbered = type.isNumbered();
        if (numbered ? frame.sequence() != received + 1 : frame.sequence() != 0) {
            throw new Mismatch(
                    type + " with sequence number " + (numbered ? received + 1 : 0), String.valueOf(frame.sequence()));
        }
        boolean streamed = type == RawFrameType.DATA || type == RawFrameType.ABORT;
        if (type != RawFrameType.CREDIT && streamed != frame.stream() > 0) {
            throw new Mismatch(type + (streamed ? " with" : " without") + " a stream id", "id " + frame.stream());
        }
        int legal =
                type == RawFrameType.DATA ? 0x7f : type == RawFrameType.GOAWAY || type == RawFrameType.ABORT ? 1 : 0;
        if ((frame.flags() & ~legal) != 0) {
            throw new Mismatch(type + " with flags that it has", "flags " + frame.flags());
        }
        return type;
    }

    private void checkData(RawFrame frame) {
        int flags = frame.flags();
        int length = Line.contentLength(frame);
        if (length > MOST_FRAGMENT) {
            throw new Mismatch("fragments of at most 128 KiB", length + " bytes");
        }
        if ((flags & RawFrameType.BEGIN) == 0 && (flags & RawFrameType.KIND) != 0) {
            throw new Mismatch("KIND with BEGIN alone", "flags " + flags);
        }
        if (length == 0 && (flags & (RawFrameType.BEGIN | RawFrameType.END)) == 0) {
            throw new Mismatch("a fragment with content, BEGIN or END", "one without");
        }
    }

    /** Reads until a matching frame arrives; other frames are queued. */
    RawFrame await(String what, Predicate<RawFrame> wanted) throws IOException {
        for (int i = 0; i < inbox.size(); i++) {
            if (wanted.test(inbox.get(i))) {
                return inbox.remove(i);
            }
        }
        while (true) {
            RawFrame frame;
            try {
                frame = next();
            } catch (EOFException e) {
                throw new Mismatch(what, "the connection was closed");
            }
            if (wanted.test(frame)) {
                return frame;
            }
            if (is(frame, RawFrameType.GOAWAY) && (frame.flags() & RawFrameType.DRAIN) == 0) {
                throw new Mismatch(
                        what,
                        "GOAWAY "
                                + Code.name(Integer.parseInt(Line.fields(frame).get("code"))));
            }
            inbox.add(frame);
        }
    }

    static boolean is(RawFrame frame, RawFrameType type) {
        return frame.type() == type.number();
    }

    /** Expects that the session is alive and has processed everything: a PING must be answered with its bytes. */
    Session expectAlive() throws IOException {
        String body = Long.toUnsignedString(random.nextLong());
        line.unnumbered(RawFrameType.PING, Map.of("body", body));
        RawFrame pong = await("a PONG, since the session lives", each -> is(each, RawFrameType.PONG));
        if (!body.equals(Line.fields(pong).get("body"))) {
            throw new Mismatch("a PONG with the bytes of the PING", "others");
        }
        return this;
    }

    /** Expects GOAWAY with one of the codes, and the end of the connection. */
    void expectEnd(Code... codes) throws IOException {
        RawFrame end;
        try {
            do {
                end = next();
            } while (!is(end, RawFrameType.GOAWAY) || (end.flags() & RawFrameType.DRAIN) != 0);
        } catch (EOFException e) {
            throw new Mismatch("GOAWAY " + Line.names(codes), "the connection was closed without it");
        }
        Line.expectCode("GOAWAY", Integer.parseInt(Line.fields(end).get("code")), codes);
        line.expectCut();
    }

    /**
     * Expects the session to end with a code. A peer that answered the stream before it received the last frame may
     * ignore that frame (9.S8), and is not judged.
     */
    void expectEndUnlessAnswered(int stream, Code code) throws IOException {
        while (true) {
            RawFrame frame = next();
            if (is(frame, RawFrameType.GOAWAY) && (frame.flags() & RawFrameType.DRAIN) == 0) {
                Line.expectCode("GOAWAY", Integer.parseInt(Line.fields(frame).get("code")), code);
                line.expectCut();
                return;
            }
            if (frame.stream() == stream && (isAnswer(frame) || is(frame, RawFrameType.ABORT))) {
                expectAlive();
                throw new NotApplicable("it had answered by then");
            }
        }
    }

    /** Expects an ABORT of a stream with one of the codes, and the session to live. */
    void expectAbort(int stream, Code... codes) throws IOException {
        RawFrame abort = await(
                "ABORT " + Line.names(codes),
                each -> each.stream() == stream && (is(each, RawFrameType.ABORT) || isAnswer(each)));
        if (!is(abort, RawFrameType.ABORT)) {
            throw new Mismatch("ABORT " + Line.names(codes), "a response or fault");
        }
        Line.expectCode("ABORT", Integer.parseInt(Line.fields(abort).get("code")), codes);
        expectAlive();
    }

    private static boolean isAnswer(RawFrame frame) {
        return is(frame, RawFrameType.DATA) && (frame.flags() & RawFrameType.BEGIN) != 0;
    }

    /** Returns the content of the answer on a stream, or an empty array if it was aborted. */
    byte[] expectOutcome(int stream) throws IOException {
        arriving.put(stream, new ByteOutput());
        while (true) {
            RawFrame frame = await(
                    "an answer on stream " + stream, each -> each.stream() == stream && !is(each, RawFrameType.CREDIT));
            Map<String, String> fields = Line.fields(frame);
            if (is(frame, RawFrameType.ABORT)) {
                int code = Integer.parseInt(fields.get("code"));
                if (code < 1 || code > Code.MOST) {
                    throw new Mismatch("a code of section 10", "code " + code);
                }
                return new byte[0];
            }
            if ((frame.flags() & RawFrameType.BEGIN) != 0) {
                int kind = frame.flags() & RawFrameType.KIND;
                if (kind != RawFrameType.RESPONSE && kind != RawFrameType.FAULT) {
                    throw new Mismatch("a response or a fault", "kind " + kind);
                }
                arriving.put(stream, new ByteOutput());
            }
            arriving.get(stream).bytes(HEX.parseHex(fields.get("content")));
            if ((frame.flags() & RawFrameType.END) != 0) {
                return arriving.remove(stream).toBytes();
            }
        }
    }

    /** Returns the frames that arrived and were not consumed. */
    List<RawFrame> leftOver() {
        return List.copyOf(inbox);
    }

    @Override
    public void close() throws IOException {
        line.close();
    }
}
