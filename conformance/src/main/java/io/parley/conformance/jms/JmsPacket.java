package io.parley.conformance.jms;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.WireError;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * The body of a JMS message of section 1.1.
 *
 * @param kind its number in the table
 * @param connection id of the connection, 16 bytes
 * @param number a window, a count of messages or a count of bytes
 * @param frames the bytes after the header
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
public record JmsPacket(int kind, byte[] connection, long number, byte[] frames) {
    public static final int CONNECT = 1;
    public static final int ACCEPT = 2;
    public static final int REFUSE = 3;
    public static final int FRAMES = 4;
    public static final int CREDIT = 5;
    public static final int CLOSE = 6;

    /** Bytes of a connection's id. */
    public static final int ID = 16;
    /** Bytes before the frames. */
    public static final int HEADER = 32;

    private static final long MAGIC = 0x504c594aL;
    private static final int NUMBER = 8;

    /** Creates a body without frames. */
    JmsPacket(int kind, byte[] connection, long number) {
        this(kind, connection, number, new byte[0]);
    }

    /** Returns the encoded body. */
    public byte[] encode() {
        return new ByteOutput()
                .number(MAGIC, 4)
                .number(1, 1)
                .number(kind, 1)
                .number(0, 2)
                .bytes(connection)
                .number(number, NUMBER)
                .bytes(frames)
                .toBytes();
    }

    /** Returns an encoded body with the given fields, valid or invalid. */
    public static byte[] encode(int kind, byte[] connection, long number, byte... frames) {
        return new JmsPacket(kind, connection, number, frames).encode();
    }

    /**
     * Decodes the body of a message.
     *
     * @throws WireError if it is invalid
     */
    public static JmsPacket decode(Message message) throws JMSException {
        if (!(message instanceof BytesMessage body)) {
            throw new WireError("expected a BytesMessage, found another");
        }
        ByteInput in = new ByteInput(bytes(body));
        if (in.number(4) != MAGIC || in.number(1) != 1) {
            throw new WireError("expected PLYJ and version 1, found others");
        }
        int kind = (int) in.number(1);
        if (kind < CONNECT || kind > CLOSE || in.number(2) != 0) {
            throw new WireError("expected a kind of 1 to 6 and 0 behind it, found kind " + kind);
        }
        JmsPacket packet = new JmsPacket(kind, in.bytes(ID), in.number(NUMBER), in.rest());
        if (kind != FRAMES && packet.frames.length > 0) {
            throw new WireError("expected 32 bytes of kind " + kind + ", found " + packet.frames.length + " more");
        }
        return packet;
    }

    /** Returns all bytes of a message. */
    public static byte[] bytes(BytesMessage message) throws JMSException {
        message.reset();
        byte[] bytes = new byte[(int) message.getBodyLength()];
        if (bytes.length > 0 && message.readBytes(bytes) != bytes.length) {
            throw new WireError("expected " + bytes.length + " bytes, found fewer");
        }
        return bytes;
    }
}
