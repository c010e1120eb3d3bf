package io.parley.conformance.raw;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads fields from bytes; throws {@link WireError} if there are too few bytes. Not thread-safe. */
public final class ByteInput {
    private static final int BYTE = 8;
    private static final int VARINT_BITS = 7;
    private static final int MOST_VARINT_BITS = 63;

    private final byte[] bytes;
    private int at;

    public ByteInput(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** Reads an unsigned number, big-endian. */
    public long number(int size) {
        long value = 0;
        for (byte each : bytes(size)) {
            value = (value << BYTE) | (each & 0xFF);
        }
        return value;
    }

    /** Reads an unsigned number, little-endian. */
    public long littleEndian(int size) {
        long value = 0;
        byte[] field = bytes(size);
        for (int i = size - 1; i >= 0; i--) {
            value = (value << BYTE) | (field[i] & 0xFF);
        }
        return value;
    }

    /** Reads a varint. */
    public long varint() {
        long value = 0;
        for (int shift = 0; shift < MOST_VARINT_BITS; shift += VARINT_BITS) {
            long next = number(1);
            value |= (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new WireError("expected a varint, found more than nine bytes of one");
    }

    /** Reads a text with its length. */
    public String string() {
        return new String(bytes((int) varint()), StandardCharsets.UTF_8);
    }

    /** Reads {@code count} bytes. */
    public byte[] bytes(int count) {
        if (count < 0 || count > remaining()) {
            throw new WireError("expected " + count + " bytes at " + at + ", found " + remaining());
        }
        at += count;
        return Arrays.copyOfRange(bytes, at - count, at);
    }

    /** Returns the number of unread bytes. */
    public int remaining() {
        return bytes.length - at;
    }

    /** Reads all remaining bytes. */
    public byte[] rest() {
        return bytes(remaining());
    }

    /**
     * Checks that all bytes were read.
     *
     * @throws WireError otherwise
     */
    public void expectEnd() {
        if (remaining() > 0) {
            throw new WireError("expected the end at " + at + ", found " + remaining() + " bytes more");
        }
    }
}
