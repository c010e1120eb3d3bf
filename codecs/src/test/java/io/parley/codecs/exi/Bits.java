package io.parley.codecs.exi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A builder of bit-packed EXI; the first bit is the highest one of a byte. */
final class Bits {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int open;
    private int count;

    /** Starts with the header of a document without a schema. */
    static Bits document() {
        Bits begun = new Bits();
        for (byte each : "$EXI".getBytes(StandardCharsets.US_ASCII)) {
            begun.add(each, Byte.SIZE);
        }
        return begun.add(0x80, Byte.SIZE);
    }

    /** Starts with the header and the start tag of an element {@code a}. */
    static Bits root() {
        return document().add(0, 1).add(1, 2).add(2, Byte.SIZE).add('a', Byte.SIZE);
    }

    /** Appends the lowest bits of a number. */
    Bits add(int value, int bits) {
        for (int i = bits - 1; i >= 0; i--) {
            open = (open << 1) | ((value >>> i) & 1);
            if (++count == Byte.SIZE) {
                bytes.write(open);
                open = 0;
                count = 0;
            }
        }
        return this;
    }

    /** Appends an unsigned integer: seven bits per byte, the lowest first. */
    Bits number(long value) {
        long rest = value;
        while (rest > 0x7F) {
            add((int) ((rest & 0x7F) | 0x80), Byte.SIZE);
            rest >>>= 7;
        }
        return add((int) rest, Byte.SIZE);
    }

    /** Appends an unsigned integer that never ends. */
    Bits endless() {
        for (int i = 0; i < 64; i++) {
            add(0xFF, Byte.SIZE);
        }
        return this;
    }

    /** Appends the characters of a string, without its length. */
    Bits characters(String text) {
        text.codePoints().forEach(this::number);
        return this;
    }

    /** Returns all bytes; the last one is padded with zeros. */
    byte[] toBytes() {
        while (count > 0) {
            add(0, 1);
        }
        return bytes.toByteArray();
    }
}
