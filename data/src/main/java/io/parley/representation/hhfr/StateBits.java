package io.parley.representation.hhfr;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;

/** Small numbers packed into bytes, the first in the lowest bits. Unused bits of the last byte are zero. */
final class StateBits {
    private static final byte[] NONE = {};

    /** Empty for up to 64 bits, which are in {@link #word}, as in most records. */
    private final byte[] bytes;

    private final long size;
    private long word;
    private long at;

    /** Creates that many bits, all zero. */
    StateBits(long size) {
        this.size = size;
        this.bytes = size <= Long.SIZE ? NONE : new byte[Math.toIntExact(bytes(size))];
    }

    /** Reads that many bits. Nothing is allocated unless the bytes are declared. */
    static StateBits read(long size, Source source, String where) {
        requireThere(size, source, where);
        StateBits bits = new StateBits(size);
        if (bits.bytes.length == 0) {
            bits.word = word(size, source, where);
        } else {
            source.readBytes(bits.bytes, 0, bits.bytes.length);
            requireZero(unusedBits(bits.bytes[bits.bytes.length - 1] & 0xFF, size), source, where);
        }
        return bits;
    }

    /** Reads up to 64 bits. */
    static long readWord(long size, Source source, String where) {
        requireThere(size, source, where);
        return word(size, source, where);
    }

    /** Returns the number of bytes of that many bits. */
    private static long bytes(long bits) {
        return (bits + 7) >>> 3;
    }

    private static void requireThere(long size, Source source, String where) {
        if (!source.holds(bytes(size))) {
            throw ParleyException.malformed(
                    bytes(size) + " bytes of states", source.remaining() + " that remain", source.at(where));
        }
    }

    private static long word(long size, Source source, String where) {
        long word = 0;
        int last = 0;
        for (int i = 0; i < size; i += Byte.SIZE) {
            last = source.readByte();
            word |= (long) last << i;
        }
        requireZero(unusedBits(last, size), source, where);
        return word;
    }

    private static int unusedBits(int last, long size) {
        int used = (int) size & 7;
        return used == 0 ? 0 : last >>> used;
    }

    private static void requireZero(int unused, Source source, String where) {
        if (unused != 0) {
            throw ParleyException.malformed("zero bits after the states", "others", source.at(where));
        }
    }

    void put(int value, int width) {
        if (bytes.length == 0) {
            word |= (long) value << at;
            at += width;
            return;
        }
        for (int i = 0; i < width; i++, at++) {
            if ((value >>> i & 1) != 0) {
                bytes[(int) (at >>> 3)] |= (byte) (1 << (int) (at & 7));
            }
        }
    }

    int take(int width) {
        int value = 0;
        if (bytes.length == 0) {
            value = (int) (word >>> at) & (1 << width) - 1;
            at += width;
            return value;
        }
        for (int i = 0; i < width; i++, at++) {
            value |= (bytes[(int) (at >>> 3)] >>> (int) (at & 7) & 1) << i;
        }
        return value;
    }

    /** Writes up to 64 bits. */
    static void write(long word, int size, Sink sink) {
        for (int i = 0; i < size; i += Byte.SIZE) {
            sink.writeByte((int) (word >>> i));
        }
    }

    void write(Sink sink) {
        if (at != size) {
            throw new IllegalStateException("expected " + size + " bits, found " + at);
        }
        if (bytes.length == 0) {
            write(word, (int) size, sink);
        } else {
            sink.writeBytes(bytes, 0, bytes.length);
        }
    }
}
