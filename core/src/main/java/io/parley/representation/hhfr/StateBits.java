package io.parley.representation.hhfr;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;

/** Small numbers packed into bytes, the first in the lowest bits; what is left of the last byte is zero. */
final class StateBits {
    private final byte[] bytes;
    private final long size;
    private long at;

    /** Room for that many bits, all zero. */
    StateBits(long size) {
        this.size = size;
        this.bytes = new byte[Math.toIntExact(bytes(size))];
    }

    /** Reads that many bits. Nothing is allocated unless the bytes are there. */
    static StateBits read(long size, Source source, String where) {
        if (bytes(size) > source.remaining()) {
            throw ParleyException.malformed(
                    bytes(size) + " bytes of states", source.remaining() + " that remain", source.at(where));
        }
        StateBits bits = new StateBits(size);
        source.readBytes(bits.bytes, 0, bits.bytes.length);
        int used = (int) size & 7;
        if (used != 0 && (bits.bytes[bits.bytes.length - 1] & 0xFF) >>> used != 0) {
            throw ParleyException.malformed("zero bits after the states", "others", source.at(where));
        }
        return bits;
    }

    /** Bytes that this many bits take. */
    private static long bytes(long bits) {
        return (bits + 7) >>> 3;
    }

    void put(int value, int width) {
        for (int i = 0; i < width; i++, at++) {
            if ((value >>> i & 1) != 0) {
                bytes[(int) (at >>> 3)] |= (byte) (1 << (int) (at & 7));
            }
        }
    }

    int take(int width) {
        int value = 0;
        for (int i = 0; i < width; i++, at++) {
            value |= (bytes[(int) (at >>> 3)] >>> (int) (at & 7) & 1) << i;
        }
        return value;
    }

    void write(Sink sink) {
        if (at != size) {
            throw new IllegalStateException("expected " + size + " bits, found " + at);
        }
        sink.writeBytes(bytes, 0, bytes.length);
    }
}
