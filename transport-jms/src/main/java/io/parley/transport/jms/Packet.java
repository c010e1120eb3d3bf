package io.parley.transport.jms;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Content of one JMS message (docs/protocol/channels.md, section 1.1). All of it is in the body; message properties are
 * neither written nor read.
 *
 * <pre>
 *  byte   0        4         5      6      8                24         32
 *        +--------+---------+------+------+----------------+----------+----------
 *        | magic  | version | kind | 0    | connection     | number   | frames
 *        +--------+---------+------+------+----------------+----------+----------
 * </pre>
 *
 * @param connection the id that the connecting side chose, 16 bytes
 * @param number a window in bytes, a sequence number, or a count of bytes, depending on the kind
 * @param frames a sequence of whole frames; unpooled, so it needs no release
 */
record Packet(Kind kind, ByteBuffer connection, long number, ByteBuf frames) {
    static final int HEADER_BYTES = 32;
    static final int ID_BYTES = 16;

    private static final int MAGIC = 0x504C594A;
    private static final byte VERSION = 1;

    /** Kinds of messages, with their codes on the wire. */
    enum Kind {
        /** Request for a connection, sent to a listener's queue; the number is the sender's window. */
        CONNECT(1),
        /** Acceptance; the number is the sender's window, the reply address the accepting side's inbox. */
        ACCEPT(2),
        /** Refusal by a listener that has too many pending connections. */
        REFUSE(3),
        /** Frames; the number counts the messages of this direction from 1. */
        FRAMES(4),
        /** Credit; the number is the total bytes of frames processed so far. */
        CREDIT(5),
        /** End of the frames; numbered like FRAMES. */
        CLOSE(6);

        private static final Kind[] ALL = values();

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        private static @Nullable Kind of(byte code) {
            for (Kind kind : ALL) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }

    /** Returns the header of a message, which its frames follow. */
    static byte[] header(Kind kind, ByteBuffer connection, long number) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putInt(MAGIC).put(VERSION).put(kind.code).putShort((short) 0);
        header.put(connection.duplicate()).putLong(number);
        return header.array();
    }

    /**
     * Reads a message. Reads no other type than BytesMessage, and allocates only after the length was checked.
     *
     * @return null if it is not Parley's: not a BytesMessage, too short, too long, or without the header
     */
    static @Nullable Packet read(Message message, long mostFrameBytes) throws JMSException {
        if (!(message instanceof BytesMessage body)) {
            return null;
        }
        long length = body.getBodyLength();
        if (length < HEADER_BYTES || length > HEADER_BYTES + mostFrameBytes) {
            return null;
        }
        byte[] bytes = new byte[(int) length];
        if (body.readBytes(bytes) != bytes.length) {
            return null;
        }
        return parse(bytes);
    }

    private static @Nullable Packet parse(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        boolean ours = in.getInt() == MAGIC && in.get() == VERSION;
        Kind kind = Kind.of(in.get());
        if (!ours || kind == null || in.getShort() != 0) {
            return null;
        }
        if (kind != Kind.FRAMES && bytes.length > HEADER_BYTES) {
            return null;
        }
        byte[] id = new byte[ID_BYTES];
        in.get(id);
        long number = in.getLong();
        return new Packet(
                kind,
                ByteBuffer.wrap(id).asReadOnlyBuffer(),
                number,
                Unpooled.wrappedBuffer(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES));
    }
}
