package io.parley.conformance.raw;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes fields to bytes. Numbers of a fixed size are big-endian unless a method says otherwise. Not thread-safe. */
public final class ByteOutput {
    private static final int BYTE = 8;
    private static final int VARINT_BITS = 7;
    private static final int MORE = 0x80;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Writes the low {@code size} bytes of a number, big-endian. */
    public ByteOutput number(long value, int size) {
        for (int shift = BYTE * (size - 1); shift >= 0; shift -= BYTE) {
            bytes.write((int) (value >>> shift));
        }
        return this;
    }

    /** Writes the low {@code size} bytes of a number, little-endian. */
    public ByteOutput littleEndian(long value, int size) {
        for (int i = 0; i < size; i++) {
            bytes.write((int) (value >>> (BYTE * i)));
        }
        return this;
    }

    /** Writes a varint: seven bits a byte, low bits first. */
    public ByteOutput varint(long value) {
        long rest = value;
        while ((rest >>> VARINT_BITS) != 0) {
            bytes.write((int) (rest & (MORE - 1)) | MORE);
            rest >>>= VARINT_BITS;
        }
        bytes.write((int) rest);
        return this;
    }

    /** Writes the length in UTF-8 bytes as a varint, and the bytes. */
    public ByteOutput string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return varint(utf8.length).bytes(utf8);
    }

    /** Writes bytes unchanged. */
    public ByteOutput bytes(byte[] more) {
        bytes.writeBytes(more);
        return this;
    }

    /** Returns all written bytes. */
    public byte[] toBytes() {
        return bytes.toByteArray();
    }
}
