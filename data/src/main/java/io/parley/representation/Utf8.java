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

/** UTF-8 codec that rejects invalid input, which Java and Netty would replace with a question mark. */
final class Utf8 {
    private static final int MAX_LENGTH_BYTES = 5;
    private static final int MAX_CHAR_BYTES = 3;
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long ABOVE_ASCII = 0x8080808080808080L;

    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /**
     * Decodes text. The JVM's own decoder is the fastest for ASCII, but replaces invalid bytes with U+FFFD. If the
     * result contains that character, a strict decoder checks whether the input did.
     *
     * @throws CharacterCodingException if the bytes are not valid UTF-8
     */
    @HotPath
    static String text(byte[] bytes, int from, int length) throws CharacterCodingException {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
        }
        return text;
    }

    /** Returns the greatest number of bytes of text with that many chars, including its length prefix. */
    static long maxBytes(int chars) {
        return MAX_LENGTH_BYTES + (long) MAX_CHAR_BYTES * chars;
    }

    /**
     * Writes the length of text in bytes as a varint, then the text.
     *
     * @param into array with room for {@link #maxBytes}
     * @return the index after the text
     */
    @HotPath
    static int put(String text, byte[] into, int at) {
        int chars = text.length();
        if (isAscii(text, 0, chars)) {
            int start = putLength(chars, into, at);
            copyAscii(text, 0, chars, into, start);
            return start + chars;
        }
        // The length in bytes is only known after encoding: the text leaves room for the longest length, and then
        // moves up to the actual one.
        int end = encode(text, 0, chars, into, at + MAX_LENGTH_BYTES);
        int bytes = end - at - MAX_LENGTH_BYTES;
        int start = putLength(bytes, into, at);
        System.arraycopy(into, at + MAX_LENGTH_BYTES, into, start, bytes);
        return start + bytes;
    }

    /** Returns the number of bytes of the encoded text. */
    static int length(String text) {
        int chars = text.length();
        return isAscii(text, 0, chars) ? chars : wideLength(text);
    }

    /** Returns the end of a piece of text that takes at most that many bytes and ends between characters. */
    static int pieceEnd(String text, int from, int bytes) {
        int end = Math.min(text.length(), from + (bytes - MAX_LENGTH_BYTES) / MAX_CHAR_BYTES);
        return end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
    }

    /** Writes a piece of text whose surrogates were checked by {@link #length}. Returns the index after it. */
    @HotPath
    static int put(String text, int from, int to, byte[] into, int at) {
        if (isAscii(text, from, to)) {
            copyAscii(text, from, to, into, at);
            return at + to - from;
        }
        return encode(text, from, to, into, at);
    }

    /** Returns whether all bytes are ASCII. Checks eight at a time, which takes a sixth of the time of single bytes. */
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

    /** Writes a varint. Returns the index after it. */
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
