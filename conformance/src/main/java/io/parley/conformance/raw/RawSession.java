package io.parley.conformance.raw;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The opening side of a session: sections 2 to 12 of docs/protocol.md, as far as a client needs them that waits for one
 * answer at a time. Sends content in fragments within the credit of the stream and of the session. One thread at a
 * time.
 */
public final class RawSession implements AutoCloseable {
    private static final int FRAGMENT = 64 * 1024;
    private static final long STREAM_CREDIT = 1_572_864;
    private static final long SESSION_CREDIT = 8_388_608;
    private static final HexFormat HEX = HexFormat.of();

    /**
     * The outcome of a stream.
     *
     * @param kind of the message, or the number of ABORT
     * @param content of the message
     * @param code of an ABORT, or 0
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
    public record Reply(int kind, byte[] content, int code) {
        /** Returns whether the peer aborted the stream. */
        public boolean isAbort() {
            return code != 0;
        }
    }

    private final InetSocketAddress address;
    private final byte[] digest;
    private RawConnection connection;
    private byte[] secret = new byte[0];
    private final Deque<RawFrame> unacknowledged = new ArrayDeque<>();
    private final Map<Integer, ByteOutput> arriving = new HashMap<>();
    private final Map<Integer, Integer> kinds = new HashMap<>();
    private final Map<Integer, Reply> replies = new HashMap<>();
    private final Map<Integer, Long> credit = new HashMap<>();
    private long sessionCredit = SESSION_CREDIT;
    private long sent;
    private long received;
    private int lastStream = -1;
    private String pong = "";
    private int goaway;
    private boolean isDrained;

    private RawSession(InetSocketAddress address, byte[] digest, RawConnection connection) {
        this.address = address;
        this.digest = digest.clone();
        this.connection = connection;
    }

    /**
     * Opens a session by a token.
     *
     * @throws RefusedException if the peer refuses it
     */
    public static RawSession open(InetSocketAddress address, byte[] token, byte[] digest, byte[] terms)
            throws IOException {
        RawFrame open = RawConnection.unnumbered(
                RawFrameType.OPEN,
                Map.of(
                        "token", HEX.formatHex(token),
                        "digest", HEX.formatHex(digest),
                        "terms", HEX.formatHex(terms)));
        RawSession session = new RawSession(address, digest, RawConnection.open(address, open));
        session.accepted();
        return session;
    }

    private Map<String, String> accepted() throws IOException {
        RawFrame frame = connection.read();
        RawFrameType type = RawFrameType.of(frame.type());
        Map<String, String> fields = type.read(frame.flags(), frame.payload());
        if (type == RawFrameType.REFUSE) {
            connection.close();
            throw new RefusedException(Integer.parseInt(fields.get("code")), field(fields, "text"));
        }
        if (type != RawFrameType.ACCEPT || !field(fields, "digest").equals(HEX.formatHex(digest))) {
            throw new WireError("expected ACCEPT with the agreement's digest, found " + type);
        }
        secret = HEX.parseHex(field(fields, "secret"));
        return fields;
    }

    /** Sends a request and waits for its outcome. */
    public Reply call(byte[] content) throws IOException {
        int stream = begin(RawFrameType.REQUEST, content);
        while (!replies.containsKey(stream)) {
            take(connection.read());
        }
        return replies.remove(stream);
    }

    /** Sends a one-way message and returns its stream. */
    public int oneWay(byte[] content) throws IOException {
        return begin(RawFrameType.ONE_WAY, content);
    }

    /** Sends a message of a kind, waiting only for credit, and returns its stream. */
    public int begin(int kind, byte[] content) throws IOException {
        lastStream += 2;
        credit.put(lastStream, STREAM_CREDIT);
        int at = 0;
        do {
            int length = Math.min(FRAGMENT, content.length - at);
            while (credit.get(lastStream) < length || sessionCredit < length) {
                take(connection.read());
            }
            credit.merge(lastStream, (long) -length, Long::sum);
            sessionCredit -= length;
            int flags =
                    (at == 0 ? RawFrameType.BEGIN | kind : 0) | (at + length == content.length ? RawFrameType.END : 0);
            Map<String, String> fields = Map.of(
                    "declared", String.valueOf(content.length),
                    "content", HEX.formatHex(content, at, at + length));
            numbered(RawFrameType.DATA, flags, lastStream, fields);
            at += length;
        } while (at < content.length);
        return lastStream;
    }

    /** Sends only the first bytes of a message and returns its stream. */
    public int beginUnfinished(int kind, int declared, byte[] first) throws IOException {
        lastStream += 2;
        Map<String, String> fields = Map.of("declared", String.valueOf(declared), "content", HEX.formatHex(first));
        numbered(RawFrameType.DATA, RawFrameType.BEGIN | kind, lastStream, fields);
        return lastStream;
    }

    /** Sends ABORT for a stream whose answer is not needed any more. */
    public void abort(int stream, int code) throws IOException {
        numbered(RawFrameType.ABORT, 0, stream, Map.of("code", String.valueOf(code), "text", ""));
    }

    /** Sends a PING and waits for its PONG. */
    public void ping(long body) throws IOException {
        String expected = Long.toUnsignedString(body);
        pong = "";
        connection.send(RawConnection.unnumbered(RawFrameType.PING, Map.of("body", expected)));
        while (!pong.equals(expected)) {
            take(connection.read());
        }
    }

    /** Sends a draining GOAWAY, reads until the peer closes, and returns the code of the peer's GOAWAY. */
    public int drain() throws IOException {
        numbered(
                RawFrameType.GOAWAY,
                RawFrameType.DRAIN,
                0,
                Map.of("code", "12", "last-stream", "0", "text", "the client has done"));
        isDrained = true;
        acknowledge();
        try {
            while (true) {
                take(connection.read());
            }
        } catch (EOFException e) {
            return goaway;
        }
    }

    /** Closes the connection, reconnects and resumes; frames that the peer did not receive are sent again. */
    public void resume() throws IOException {
        connection.close();
        reconnect(secret);
    }

    /**
     * Reconnects with a secret.
     *
     * @throws RefusedException if the peer refuses it
     */
    public void reconnect(byte[] shown) throws IOException {
        connection = RawConnection.open(
                address,
                RawConnection.unnumbered(
                        RawFrameType.RESUME,
                        Map.of(
                                "secret", HEX.formatHex(shown),
                                "digest", HEX.formatHex(digest),
                                "received", String.valueOf(received))));
        long theirs = Long.parseLong(accepted().get("received"));
        acknowledge();
        unacknowledged.removeIf(frame -> frame.sequence() <= theirs);
        for (RawFrame frame : unacknowledged) {
            connection.send(frame);
        }
    }

    /**
     * Sends a request that the peer does not receive, because the connection is closed first, then resumes; returns the
     * stream.
     */
    public int loseAndResume(byte[] content) throws IOException {
        connection.close();
        int stream = -1;
        try {
            stream = begin(RawFrameType.REQUEST, content);
        } catch (IOException e) {
            stream = lastStream;
        }
        reconnect(secret);
        return stream;
    }

    /** Waits for the outcome of a request that was sent. */
    public Reply await(int stream) throws IOException {
        while (!replies.containsKey(stream)) {
            take(connection.read());
        }
        return replies.remove(stream);
    }

    /** Returns a copy of the newest secret; empty if the session cannot be resumed. */
    public byte[] secret() {
        return secret.clone();
    }

    private void numbered(RawFrameType type, int flags, int stream, Map<String, String> fields) throws IOException {
        RawFrame frame = new RawFrame(type.number(), flags, ++sent, stream, type.write(flags, fields));
        if (secret.length > 0) {
            unacknowledged.add(frame);
        }
        connection.send(frame);
    }

    private void acknowledge() throws IOException {
        if (secret.length > 0) {
            connection.send(RawConnection.unnumbered(RawFrameType.ACK, Map.of("received", String.valueOf(received))));
        }
    }

    private void take(RawFrame frame) throws IOException {
        RawFrameType type = RawFrameType.of(frame.type());
        if (type.isNumbered()) {
            if (frame.sequence() <= received) {
                return;
            }
            if (frame.sequence() != received + 1) {
                throw new WireError("expected frame " + (received + 1) + ", found " + frame.sequence());
            }
            received++;
        }
        Map<String, String> fields = type.read(frame.flags(), frame.payload());
        switch (type) {
            case DATA -> data(frame, fields);
            case CREDIT -> credited(frame.stream(), Long.parseLong(fields.get("bytes")));
            case ABORT -> replies.put(frame.stream(), new Reply(0, new byte[0], Integer.parseInt(fields.get("code"))));
            case ACK -> {
                long arrived = Long.parseLong(fields.get("received"));
                unacknowledged.removeIf(sentFrame -> sentFrame.sequence() <= arrived);
            }
            case PING -> connection.send(RawConnection.unnumbered(RawFrameType.PONG, fields));
            case PONG -> pong = field(fields, "body");
            case GOAWAY -> goaway = Integer.parseInt(fields.get("code"));
            default -> throw new WireError("expected a frame of an open session, found " + type);
        }
        if (isDrained && type.isNumbered()) {
            acknowledge();
        }
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new WireError("expected the field " + name + ", found " + fields.keySet());
        }
        return value;
    }

    private void credited(int stream, long bytes) {
        if (stream == 0) {
            sessionCredit += bytes;
        } else {
            credit.merge(stream, bytes, Long::sum);
        }
    }

    /** Handles a DATA frame; a response may be restarted, which discards the content so far. */
    private void data(RawFrame frame, Map<String, String> fields) throws IOException {
        int stream = frame.stream();
        if ((frame.flags() & RawFrameType.BEGIN) != 0) {
            arriving.put(stream, new ByteOutput());
            kinds.put(stream, frame.flags() & RawFrameType.KIND);
        }
        byte[] content = HEX.parseHex(field(fields, "content"));
        ByteOutput soFar = arriving.get(stream);
        if (soFar == null) {
            throw new WireError("expected the first fragment of a message on stream " + stream + ", found a later one");
        }
        soFar.bytes(content);
        if (content.length > 0) {
            numbered(RawFrameType.CREDIT, 0, 0, Map.of("bytes", String.valueOf(content.length)));
        }
        if ((frame.flags() & RawFrameType.END) != 0) {
            replies.put(
                    stream,
                    new Reply(kinds.remove(stream), arriving.remove(stream).toBytes(), 0));
        } else if (content.length > 0) {
            numbered(RawFrameType.CREDIT, 0, stream, Map.of("bytes", String.valueOf(content.length)));
        }
    }

    /** Ends the session at once. */
    @Override
    public void close() throws IOException {
        connection.close();
    }
}
