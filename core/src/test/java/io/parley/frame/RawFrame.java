package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** Frames that are built byte by byte from docs/protocol.md, legal or not, without the codecs under test. */
public final class RawFrame {
    private RawFrame() {}

    /**
     * Returns a frame with correct length and checksums.
     *
     * @param payload in hexadecimal
     */
    public static ByteBuf of(int type, int flags, long sequence, int stream, String payload) {
        return of(type, flags, sequence, stream, HexFormat.of().parseHex(payload.replace(" ", "")));
    }

    public static ByteBuf of(int type, int flags, long sequence, int stream, byte[] payload) {
        return withLength(20 + payload.length, type, flags, sequence, stream, payload);
    }

    /** Returns a frame with the given length field, right or wrong. */
    public static ByteBuf withLength(int length, int type, int flags, long sequence, int stream, byte[] payload) {
        ByteBuffer header = ByteBuffer.allocate(20)
                .putInt(length)
                .put((byte) type)
                .put((byte) flags)
                .putShort((short) (sequence >>> 32))
                .putInt((int) sequence)
                .putInt(stream);
        return Unpooled.wrappedBuffer(header.putInt(crc(header.array(), 16)).array(), payload.clone());
    }

    /** Returns the CRC32C of the first bytes. */
    public static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
