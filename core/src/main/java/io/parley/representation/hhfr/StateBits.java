package io.parley.representation.hhfr;

import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;

/** Small numbers packed into bytes, the first in the lowest bits; what is left of the last byte is zero. */
final class StateBits {
    private static final byte[] NONE = {};

    /** Up to so many bits, as most records have, are in one word and take no array. */
    private final byte[] bytes;

    private final long size;
    private long word;
    private long at;

    /** Room for that many bits, all zero. */
    StateBits(long size) {
        this.size = size;
        this.bytes = size <= Long.SIZE ? NONE : new byte[Math.toIntExact(bytes(size))];
    }

    /** Reads that many bits. Nothing is allocated unless the bytes are there. */
    static StateBits read(long size, Source source, String where) {
        if (!source.holds(bytes(size))) {
            throw ParleyException.malformed(
                    bytes(size) + " bytes of states", source.remaining() + " that remain", source.at(where));
        }
        StateBits bits = new StateBits(size);
        int unused = bits.bytes.length == 0 ? bits.readWord(source) : bits.readBytes(source);
        if (unused != 0) {
            throw ParleyException.malformed("zero bits after the states", "others", source.at(where));
        }
        return bits;
    }

    /** Bytes that this many bits take. */
    private static long bytes(long bits) {
        return (bits + 7) >>> 3;
    }

    /** Reads the bits; returns those behind the last, which are to be zero. */
    private int readWord(Source source) {
        int last = 0;
        for (int i = 0; i < size; i += Byte.SIZE) {
            last = source.readByte();
            word |= (long) last << i;
        }
        return behind(last);
    }

    private int readBytes(Source source) {
        source.readBytes(bytes, 0, bytes.length);
        return behind(bytes[bytes.length - 1] & 0xFF);
    }

    private int behind(int last) {
        int used = (int) size & 7;
        return used == 0 ? 0 : last >>> used;
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

    /** All of them; only if they are no more than a word has. */
    long word() {
        return word;
    }

    /** Writes so many bits, no more than a word has. */
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
