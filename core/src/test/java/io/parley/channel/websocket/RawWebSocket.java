package io.parley.channel.websocket;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * A plain socket with an upgrade, WebSocket frames and frames of docs/protocol.md that are written out by hand: none of
 * it uses the code under attack.
 */
public final class RawWebSocket implements AutoCloseable {
    public static final int BINARY = 0x82;
    public static final int PING = 0x89;
    public static final int PONG = 0x8A;
    public static final int CLOSE = 0x88;
    private static final byte[] PREAMBLE = {'P', 'R', 'L', 'Y', 1, 0, 0, 0};
    public static final int ACCEPT = 2;
    public static final int GOAWAY = 8;
    public static final int DATA = 9;

    private static final int HEADER = 20;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final byte[] MASK = {0x11, 0x22, 0x33, 0x44};

    private final Socket socket;
    private final DataInputStream in;
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private byte[] rest = new byte[0];
    private boolean preambleRead;
    private int closedWith;
    private int pings;
    private byte[] pong = new byte[0];

    public RawWebSocket(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        this.socket.setSoTimeout(PATIENCE_MILLIS);
        this.socket.setTcpNoDelay(true);
        this.in = new DataInputStream(socket.getInputStream());
    }

    /** Returns the text of a correct upgrade request. */
    public static String request(byte[] token, byte[] digest) {
        return request("/frames", token, digest);
    }

    /** Returns the text of a correct upgrade request for the given path. */
    public static String request(String path, byte[] token, byte[] digest) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + "Sec-WebSocket-Protocol: frames.parley.1\r\n"
                + "Parley-Digest: " + HexFormat.of().formatHex(digest) + "\r\n"
                + "Parley-Token: " + HexFormat.of().formatHex(token) + "\r\n\r\n";
    }

    /** Sends text, and returns the head of the response; empty if the peer closes the connection. */
    public String ask(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return head.toString();
            }
            head.append((char) next);
        }
        return head.toString();
    }

    public RawWebSocket upgraded(byte[] token, byte[] digest) throws IOException {
        return upgraded(request(token, digest));
    }

    /** Returns the first bytes of a connection. */
    public static byte[] preamble() {
        return PREAMBLE.clone();
    }

    /** Sends an upgrade request and expects status 101. */
    public RawWebSocket upgraded(String request) throws IOException {
        String answer = ask(request);
        if (!answer.startsWith("HTTP/1.1 101")) {
            throw new AssertionError("expected an upgrade, found " + answer);
        }
        return this;
    }

    /** Opens a session and reads the ACCEPT. */
    public RawWebSocket opened(byte[] token, byte[] digest) throws IOException {
        upgraded(token, digest).send(message(BINARY, joined(PREAMBLE, open(token, digest))));
        await(ACCEPT);
        return this;
    }

    public static byte[] open(byte[] token, byte[] digest) {
        return open(token, digest, new byte[0]);
    }

    /** Returns an OPEN frame with terms. */
    public static byte[] open(byte[] token, byte[] digest, byte[] terms) {
        byte[] length = {(byte) (terms.length >> 8), (byte) terms.length};
        return frame(1, 0, 0, 0, joined(new byte[] {(byte) token.length}, token, digest, length, terms));
    }

    /** Returns a complete request in one fragment. */
    public static byte[] request(int sequence, int stream, byte[] content) {
        byte[] declared = ByteBuffer.allocate(8).putLong(content.length).array();
        return frame(DATA, 3, sequence, stream, joined(declared, content));
    }

    public static byte[] frame(int type, int flags, long sequence, int stream, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER + payload.length)
                .putInt(HEADER + payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putShort((short) (sequence >>> 32))
                .putInt((int) sequence)
                .putInt(stream);
        CRC32C crc = new CRC32C();
        crc.update(frame.array(), 0, 16);
        return frame.putInt((int) crc.getValue()).put(payload).array();
    }

    /** Returns a masked WebSocket frame. */
    public static byte[] message(int first, byte[] payload) {
        byte[] masked = payload.clone();
        for (int i = 0; i < masked.length; i++) {
            masked[i] ^= MASK[i % 4];
        }
        return joined(header(first, payload.length), MASK, masked);
    }

    /** Returns the header of a masked frame, without the mask. */
    public static byte[] header(int first, int length) {
        return length < 126
                ? new byte[] {(byte) first, (byte) (0x80 | length)}
                : new byte[] {(byte) first, (byte) 0xFE, (byte) (length >> 8), (byte) length};
    }

    public static byte[] joined(byte[]... pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }

    /** Sends bytes; the test does not fail if the peer has already closed the connection. */
    public RawWebSocket send(byte[]... pieces) throws IOException {
        try {
            socket.getOutputStream().write(joined(pieces));
        } catch (SocketException e) {
            if (!socket.isConnected()) {
                throw e;
            }
        }
        return this;
    }

    /** Returns the payload of the next frame of that type; skips other frames. */
    public byte[] await(int type) throws IOException {
        while (true) {
            byte[] frame = nextFrame();
            if (frame[4] == type) {
                byte[] payload = new byte[frame.length - HEADER];
                System.arraycopy(frame, HEADER, payload, 0, payload.length);
                return payload;
            }
        }
    }

    private byte[] nextFrame() throws IOException {
        if (!preambleRead) {
            take(PREAMBLE.length);
            preambleRead = true;
        }
        int length = ByteBuffer.wrap(peek(4)).getInt();
        return take(length);
    }

    private byte[] peek(int bytes) throws IOException {
        while (rest.length < bytes) {
            if (!readMessage()) {
                throw new EOFException("closed, with " + closedWith);
            }
            rest = joined(rest, heard.toByteArray());
            heard.reset();
        }
        byte[] peeked = new byte[bytes];
        System.arraycopy(rest, 0, peeked, 0, bytes);
        return peeked;
    }

    private byte[] take(int bytes) throws IOException {
        byte[] taken = peek(bytes);
        byte[] left = new byte[rest.length - bytes];
        System.arraycopy(rest, bytes, left, 0, left.length);
        rest = left;
        return taken;
    }

    /** Reads a WebSocket frame; returns false if it was the last one. */
    private boolean readMessage() throws IOException {
        int first = in.read();
        if (first < 0) {
            return false;
        }
        int coded = in.readUnsignedByte();
        if (coded > 127) {
            throw new AssertionError("expected frames without a mask from the accepting side");
        }
        long length = coded == 127 ? in.readLong() : coded == 126 ? in.readUnsignedShort() : coded;
        byte[] payload = in.readNBytes(Math.toIntExact(length));
        switch (first) {
            case BINARY -> heard.writeBytes(payload);
            case PONG -> pong = payload;
            case CLOSE -> closedWith = ByteBuffer.wrap(payload).getShort() & 0xFFFF;
            case PING -> pings++;
            default -> throw new AssertionError("expected a frame of this channel, found " + first);
        }
        return first != CLOSE;
    }

    /**
     * Reads until the peer sends a Ping, like a proxy that closes connections which are silent for longer than the
     * limit.
     */
    public void awaitPing(Duration limit) throws IOException {
        int before = pings;
        socket.setSoTimeout(Math.toIntExact(limit.toMillis()));
        while (pings == before && readMessage()) {
            heard.reset();
        }
        if (pings == before) {
            throw new AssertionError("expected a Ping, found an end");
        }
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    /** Returns the payload of the next Pong. */
    public String pong() throws IOException {
        while (pong.length == 0) {
            readMessage();
        }
        return new String(pong, StandardCharsets.US_ASCII);
    }

    /** Reads until the peer sends a Close frame; returns its status. */
    public int awaitClose() throws IOException {
        while (readMessage()) {
            heard.reset();
        }
        return closedWith;
    }

    /** Reads until the peer ends the connection; returns the status of its Close frame, or 0 without one. */
    public int awaitEnd() throws IOException {
        try {
            awaitClose();
            while (in.read() >= 0) {
                in.skip(in.available());
            }
        } catch (SocketException | EOFException e) {
            // A reset ends the connection, too.
            assertEnd(e);
        }
        return closedWith;
    }

    private static void assertEnd(IOException e) {
        if (e instanceof SocketException && !String.valueOf(e.getMessage()).contains("reset")) {
            throw new AssertionError("expected the connection to be closed", e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
