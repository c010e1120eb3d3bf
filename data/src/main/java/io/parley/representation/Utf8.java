package io.parley.representation;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8 that refuses what it cannot carry, where Java and Netty would put a question mark. */
final class Utf8 {
    private static final int LONGEST_LENGTH = 5;
    private static final int MOST_BYTES_EACH = 3;
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ABOVE_ASCII = 0x8080808080808080L;

    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /**
     * Reads text. The JVM's own decoder is the fastest for texts that are ASCII, but puts U+FFFD in the place of bytes that
     * are no UTF-8: where that character comes out, a strict one says whether it came in.
     *
     * @throws CharacterCodingException if the bytes are no UTF-8
     */
    @HotPath
    static String text(byte[] bytes, int from, int length) throws CharacterCodingException {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
        }
        return text;
    }

    /** Bytes that so many characters take at most, their length in front of them. */
    static long most(int chars) {
        return LONGEST_LENGTH + (long) MOST_BYTES_EACH * chars;
    }

    /**
     * Writes text behind its length in bytes, a varint.
     *
     * @param into has room for {@link #most}
     * @return the index behind the text
     */
    @HotPath
    static int put(String text, byte[] into, int at) {
        int chars = text.length();
        if (isAscii(text, 0, chars)) {
            int start = putLength(chars, into, at);
            copyAscii(text, 0, chars, into, start);
            return start + chars;
        }
        // How many bytes it takes is known when they are there: they leave room for the longest length, and move up to
        // it.
        int end = encode(text, 0, chars, into, at + LONGEST_LENGTH);
        int bytes = end - at - LONGEST_LENGTH;
        int start = putLength(bytes, into, at);
        System.arraycopy(into, at + LONGEST_LENGTH, into, start, bytes);
        return start + bytes;
    }

    /** Bytes that the text takes. */
    static int length(String text) {
        int chars = text.length();
        return isAscii(text, 0, chars) ? chars : wideLength(text);
    }

    /** Returns the end of a piece of text that takes at most so many bytes; no character is cut. */
    static int pieceEnd(String text, int from, int bytes) {
        int end = Math.min(text.length(), from + (bytes - LONGEST_LENGTH) / MOST_BYTES_EACH);
        return end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
    }

    /** Puts a piece of text that has passed {@link #length}; returns where it ends. */
    @HotPath
    static int put(String text, int from, int to, byte[] into, int at) {
        if (isAscii(text, from, to)) {
            copyAscii(text, from, to, into, at);
            return at + to - from;
        }
        return encode(text, from, to, into, at);
    }

    /** Returns whether all bytes are ASCII; looks at eight at a time, in a sixth of the time that one at a time takes. */
    @HotPath
    static boolean isAscii(byte[] bytes) {
        int at = 0;
        for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
            if (((long) EIGHT_BYTES.get(bytes, at) & ABOVE_ASCII) != 0) {
                return false;
            }
        }
        for (; at < bytes.length; at++) {
            if (bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    @HotPath
    private static boolean isAscii(String text, int from, int to) {
        int all = 0;
        for (int i = from; i < to; i++) {
            all |= text.charAt(i);
        }
        return all < 0x80;
    }

    @SuppressWarnings("deprecation") // it takes the low bytes alone, which is right for ASCII, and allocates nothing
    private static void copyAscii(String text, int from, int to, byte[] into, int at) {
        text.getBytes(from, to, into, at);
    }

    /** Puts a varint; returns where it ends. */
    @HotPath
    static int putLength(long length, byte[] into, int at) {
        int next = at;
        long rest = length;
        while ((rest & ~0x7FL) != 0) {
            into[next++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        into[next++] = (byte) rest;
        return next;
    }

    @HotPath
    private static int encode(String text, int from, int to, byte[] into, int at) {
        int next = at;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                into[next++] = (byte) c;
            } else if (c < 0x800) {
                into[next++] = (byte) (0xC0 | (c >> 6));
                into[next++] = continuation(c);
            } else if (Character.isSurrogate(c)) {
                requirePair(text, i);
                int point = Character.toCodePoint(c, text.charAt(++i));
                into[next++] = (byte) (0xF0 | (point >> 18));
                into[next++] = continuation(point >> 12);
                into[next++] = continuation(point >> 6);
                into[next++] = continuation(point);
            } else {
                into[next++] = (byte) (0xE0 | (c >> 12));
                into[next++] = continuation(c >> 6);
                into[next++] = continuation(c);
            }
        }
        return next;
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }

    private static int wideLength(String text) {
        int chars = text.length();
        long bytes = chars;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes += c < 0x800 ? 1 : 2;
                if (Character.isSurrogate(c)) {
                    requirePair(text, i++);
                }
            }
        }
        return Math.toIntExact(bytes);
    }

    private static void requirePair(String text, int at) {
        if (!Character.isHighSurrogate(text.charAt(at))
                || at + 1 == text.length()
                || !Character.isLowSurrogate(text.charAt(at + 1))) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    "string: expected Unicode text, found an unpaired surrogate at character " + at);
        }
    }
}
