package io.parley.conformance;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.PieceInput;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One side of a WebSocket, whose frames may be invalid. One thread at a time. */
final class WebSocketLine implements AutoCloseable {
    /** Bit of the last fragment of a message, and opcodes (RFC 6455, section 5.2). */
    static final int FIN = 0x80;

    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;
    /** Maximum payload of a frame, in bytes. */
    static final int MOST_PAYLOAD = 16_777_216;

    private static final byte[] MASK = {1, 2, 3, 4};
    private static final int MASKED = 0x80;
    private static final int CONTROL = 8;

    private final Socket socket;
    private final boolean connects;
    private final DataInputStream in;
    private final OutputStream out;
    private final byte[] opening;
    private final List<Integer> masks = new ArrayList<>();
    private byte[] arrived = {};

    /** Creates the connecting side. */
    WebSocketLine(HttpExchange exchange, byte[] opening) throws IOException {
        this(exchange.socket(), true, opening);
    }

    private WebSocketLine(Socket socket, boolean connects, byte[] opening) throws IOException {
        this.socket = socket;
        this.connects = connects;
        this.opening = opening;
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** Creates the accepting side. */
    static WebSocketLine accepting(Socket socket) throws IOException {
        return new WebSocketLine(socket, false, new byte[0]);
    }

    /** Returns the masks of the received frames. */
    List<Integer> masks() {
        return List.copyOf(masks);
    }

    /** Returns a line over the WebSocket's messages. */
    Line line() {
        return new Line(this, new MessageInput(), new MessageOutput());
    }

    /** Returns a preamble and OPEN. */
    byte[] opening() {
        return opening.clone();
    }

    /**
     * Sends a frame, masked on the connecting side.
     *
     * @param first its first byte: FIN, reserved bits and the opcode
     */
    void send(int first, byte... payload) throws IOException {
        int bit = connects ? MASKED : 0;
        ByteOutput frame = new ByteOutput().number(first, 1);
        if (payload.length < 126) {
            frame.number(bit | payload.length, 1);
        } else if (payload.length < 65_536) {
            frame.number(bit | 126, 1).number(payload.length, 2);
        } else {
            frame.number(bit | 127, 1).number(payload.length, 8);
        }
        byte[] mask = connects ? MASK : new byte[MASK.length];
        frame.bytes(connects ? MASK : new byte[0]).bytes(unmasked(payload, mask));
        out.write(frame.toBytes());
    }

    private static byte[] unmasked(byte[] payload, byte[] mask) {
        byte[] bytes = payload.clone();
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= mask[i % mask.length];
        }
        return bytes;
    }

    void raw(int... bytes) throws IOException {
        ByteOutput frame = new ByteOutput();
        for (int each : bytes) {
            frame.number(each & 255, 1);
        }
        out.write(frame.toBytes());
    }

    /** Reads frames until one with an opcode arrives, and returns its payload. */
    byte[] await(int opcode) throws IOException {
        while (true) {
            int first;
            try {
                first = in.readUnsignedByte();
            } catch (EOFException e) {
                throw new Mismatch("a frame with the opcode " + opcode, "the connection was closed");
            }
            int length = in.readUnsignedByte();
            boolean masked = (length & MASKED) != 0;
            if (masked == connects || (first & 0x70) != 0) {
                throw new Mismatch(
                        connects
                                ? "frames without a mask and reserved bits"
                                : "frames with a mask, without reserved bits",
                        "another");
            }
            int given = length & ~MASKED;
            long size = given == 126 ? in.readUnsignedShort() : given == 127 ? in.readLong() : given;
            if (size > MOST_PAYLOAD) {
                throw new Mismatch("a frame of at most 16,777,216 bytes", size + " bytes");
            }
            byte[] mask = new byte[MASK.length];
            if (masked) {
                in.readFully(mask);
                masks.add(ByteBuffer.wrap(mask).getInt());
            }
            byte[] payload = unmasked(in.readNBytes((int) size), mask);
            int found = first & 15;
            if (found < CONTROL) {
                arrived = new ByteOutput().bytes(arrived).bytes(payload).toBytes();
            }
            if (found == opcode || (opcode < CONTROL && found < CONTROL)) {
                return payload;
            }
            if (found == CLOSE) {
                throw new Mismatch("a frame with the opcode " + opcode, "Close");
            }
        }
    }

    /** Reads the peer's preamble and ACCEPT, however they are fragmented. */
    void expectAccept() throws IOException {
        while (arrived.length < Line.PREAMBLE + RawFrame.HEADER) {
            await(BINARY);
        }
        try (Line line = new Line(() -> {}, new ByteArrayInputStream(arrived), OutputStream.nullOutputStream())) {
            line.readPreamble();
            RawFrame frame = line.read();
            if (!Session.is(frame, RawFrameType.ACCEPT)) {
                throw new Mismatch("ACCEPT", RawFrameType.of(frame.type()) + " " + Line.fields(frame));
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private final class MessageInput extends PieceInput {
        @Override
        protected byte[] next() throws IOException {
            return await(BINARY);
        }
    }

    private final class MessageOutput extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            send(FIN | BINARY, Arrays.copyOfRange(from, offset, offset + length));
        }
    }
}
