package io.parley.conformance.raw;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are read one field after the other; {@link WireError} where there are too few. */
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

    /** Reads a text after its length. */
    public String string() {
        return new String(bytes((int) varint()), StandardCharsets.UTF_8);
    }

    /** Reads so many bytes. */
    public byte[] bytes(int count) {
        if (count < 0 || count > remaining()) {
            throw new WireError("expected " + count + " bytes at " + at + ", found " + remaining());
        }
        at += count;
        return Arrays.copyOfRange(bytes, at - count, at);
    }

    /** Returns how many bytes are left. */
    public int remaining() {
        return bytes.length - at;
    }

    /** Reads all that is left. */
    public byte[] rest() {
        return bytes(remaining());
    }

    /** Fails unless all was read. */
    public void expectEnd() {
        if (remaining() > 0) {
            throw new WireError("expected the end at " + at + ", found " + remaining() + " bytes more");
        }
    }
}
