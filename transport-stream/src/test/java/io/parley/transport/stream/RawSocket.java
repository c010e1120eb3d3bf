package io.parley.transport.stream;

import io.parley.channel.Address;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A plain socket that sends and reads the bytes of docs/protocol.md. They are written by hand, without any code under
 * attack.
 */
final class RawSocket implements AutoCloseable {
    static final int OPEN = 1;
    static final int ACCEPT = 2;
    static final int REFUSE = 3;
    static final int RESUME = 4;
    static final int ACK = 5;
    static final int PING = 6;
    static final int PONG = 7;
    static final int GOAWAY = 8;
    static final int DATA = 9;
    static final int CREDIT = 10;
    static final int ABORT = 11;

    static final int BEGIN = 1;
    static final int END = 2;

    private static final int HEADER = 20;
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final DataInputStream in;
    private byte features;
    private boolean preambleRead;
    private long sequence;
    private int lastStream = -1;

    /** A received frame. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Frame(int type, int flags, int stream, byte[] payload) {
        /** Returns the error code of REFUSE, GOAWAY and ABORT. */
        int code() {
            return payload[0] & 0xFF;
        }
    }

    RawSocket(Address address) throws IOException {
        this.socket = new Socket(address.host(), address.port());
        this.socket.setTcpNoDelay(true);
        this.socket.setSoTimeout(PATIENCE_MILLIS);
        this.in = new DataInputStream(socket.getInputStream());
    }

    static byte[] preamble() {
        return new byte[] {'P', 'R', 'L', 'Y', 1, 0, 0, 0};
    }

    static byte[] frame(int type, int flags, long sequence, int stream, byte[] payload) {
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

    static byte[] open(byte[] token, byte[] digest) {
        return frame(
                OPEN,
                0,
                0,
                0,
                ByteBuffer.allocate(1 + token.length + digest.length + 2)
                        .put((byte) token.length)
                        .put(token)
                        .put(digest)
                        .array());
    }

    /** Returns the payload of a first fragment, which declares the message's length. */
    static byte[] declared(long length, byte[] content) {
        return ByteBuffer.allocate(8 + content.length)
                .putLong(length)
                .put(content)
                .array();
    }

    static byte[] joined(byte[]... pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }

    /** Sends bytes. A peer that has already closed does not fail the test. */
    RawSocket send(byte[]... pieces) throws IOException {
        try {
            socket.getOutputStream().write(joined(pieces));
        } catch (SocketException e) {
            if (!socket.isConnected()) {
                throw e;
            }
        }
        return this;
    }

    /** Sends a frame of the session with the next sequence number. */
    RawSocket sendNext(int type, int flags, int stream, byte[] payload) throws IOException {
        return send(nextFrame(type, flags, stream, payload));
    }

    /**
     * Returns a frame of the session with the next sequence number. Frames must be sent in the order of their creation.
     */
    byte[] nextFrame(int type, int flags, int stream, byte[] payload) {
        return frame(type, flags, ++sequence, stream, payload);
    }

    /** Sends a whole request in one fragment. */
    RawSocket request(int stream, byte[] content) throws IOException {
        return send(nextRequest(stream, content));
    }

    /** Returns a whole request in one fragment. */
    byte[] nextRequest(int stream, byte[] content) {
        return nextFrame(DATA, BEGIN | END, stream, declared(content.length, content));
    }

    /**
     * Announces a checksum after each payload. Must be called before {@link #opened}, whose frame then has one, too.
     */
    RawSocket withPayloadChecksums() {
        features = 1;
        return this;
    }

    /** Opens a session and reads the ACCEPT. */
    RawSocket opened(byte[] token, byte[] digest) throws IOException {
        byte[] preamble = preamble();
        preamble[7] = features;
        send(preamble, features == 0 ? open(token, digest) : checked(open(token, digest)));
        next(ACCEPT);
        return this;
    }

    /** Returns the frame with the checksum of its payload appended. */
    private static byte[] checked(byte[] frame) {
        CRC32C crc = new CRC32C();
        crc.update(frame, HEADER, frame.length - HEADER);
        byte[] payload = ByteBuffer.allocate(frame.length - HEADER + 4)
                .put(frame, HEADER, frame.length - HEADER)
                .putInt((int) crc.getValue())
                .array();
        return frame(frame[4], frame[5], 0, 0, payload);
    }

    /** Returns the next stream id that this side may use. */
    int nextStream() {
        lastStream += 2;
        return lastStream;
    }

    int lastStream() {
        return lastStream;
    }

    /** Returns the next frame of the type; skips others. */
    Frame next(int type) throws IOException {
        while (true) {
            Frame frame = next();
            if (frame.type == type) {
                return frame;
            }
        }
    }

    Frame next() throws IOException {
        if (!preambleRead) {
            in.readNBytes(8);
            preambleRead = true;
        }
        int length = in.readInt();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        in.readNBytes(6);
        int stream = in.readInt();
        in.readInt();
        byte[] payload = in.readNBytes(length - HEADER);
        if (payload.length < length - HEADER) {
            throw new EOFException("the connection ended inside a frame");
        }
        return new Frame(type, flags, stream, payload);
    }

    /** Reads until the peer closes; fails after twenty seconds. */
    void awaitClosed() throws IOException {
        try {
            while (in.read() >= 0) {
                in.skip(in.available());
            }
        } catch (SocketException e) {
            // A reset closes the connection, too.
            assertReset(e);
        }
    }

    private static void assertReset(SocketException e) {
        if (!String.valueOf(e.getMessage()).contains("reset")) {
            throw new AssertionError("expected the connection to be closed", e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
