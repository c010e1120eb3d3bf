package io.parley.conformance;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;

/** The connecting side of a WebSocket, whose frames may be wrong. One thread at a time. */
final class WebSocketLine implements AutoCloseable {
    private static final byte[] MASK = {1, 2, 3, 4};
    private static final int CLOSE = 8;
    private static final int CONTROL = 8;

    private final HttpExchange exchange;
    private final DataInputStream in;
    private final OutputStream out;
    private final byte[] opening;
    private byte[] arrived = {};

    WebSocketLine(HttpExchange exchange, byte[] opening) throws IOException {
        this.exchange = exchange;
        this.opening = opening;
        in = new DataInputStream(exchange.socket().getInputStream());
        out = exchange.socket().getOutputStream();
    }

    /** A preamble and OPEN. */
    byte[] opening() {
        return opening.clone();
    }

    /** Sends a frame with a mask; its first byte has FIN, reserved bits and the opcode. */
    void send(int first, byte... payload) throws IOException {
        ByteOutput frame = new ByteOutput().number(first, 1);
        if (payload.length < 126) {
            frame.number(0x80 | payload.length, 1);
        } else {
            frame.number(0x80 | 126, 1).number(payload.length, 2);
        }
        frame.bytes(MASK);
        for (int i = 0; i < payload.length; i++) {
            frame.number((payload[i] ^ MASK[i % MASK.length]) & 255, 1);
        }
        out.write(frame.toBytes());
    }

    void raw(int... bytes) throws IOException {
        ByteOutput frame = new ByteOutput();
        for (int each : bytes) {
            frame.number(each & 255, 1);
        }
        out.write(frame.toBytes());
    }

    /** Reads frames until one with that opcode came; returns its payload. */
    byte[] await(int opcode) throws IOException {
        while (true) {
            int first;
            try {
                first = in.readUnsignedByte();
            } catch (EOFException e) {
                throw new Mismatch("a frame with the opcode " + opcode, "the connection was closed");
            }
            int length = in.readUnsignedByte();
            if ((length & 0x80) != 0 || (first & 0x70) != 0) {
                throw new Mismatch("frames without a mask and reserved bits", "another");
            }
            long size = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
            byte[] payload = in.readNBytes((int) size);
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

    /** Reads the other preamble and ACCEPT, however they are divided. */
    void expectAccept() throws IOException {
        while (arrived.length < Line.PREAMBLE + RawFrame.HEADER) {
            await(2);
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
        exchange.close();
    }
}
