package io.parley.representation.bnux;

import io.parley.HotPath;

/** Rules for UTF-8 sequences above ASCII of characters that are legal in XML 1.0 (RFC 3629; XML 1.0, production 2). */
final class Utf8Rules {
    private Utf8Rules() {}

    /**
     * Returns the length of the legal sequence that starts there and ends before {@code end}, or 0 if there is none.
     */
    static int sequence(byte[] bytes, int at, int end) {
        int lead = bytes[at] & 0xFF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            return at + 1 < end && isRest(bytes[at + 1]) ? 2 : 0;
        }
        if (lead >= 0xE0 && lead <= 0xEF) {
            return at + 2 < end && isRest(bytes[at + 1]) && isRest(bytes[at + 2]) && isLegal3(lead, bytes, at) ? 3 : 0;
        }
        if (lead >= 0xF0 && lead <= 0xF4) {
            boolean rest = at + 3 < end && isRest(bytes[at + 1]) && isRest(bytes[at + 2]) && isRest(bytes[at + 3]);
            return rest && isLegal4(lead, bytes[at + 1] & 0xFF) ? 4 : 0;
        }
        return 0;
    }

    /**
     * Converts legal UTF-8 whose bytes were widened to characters to UTF-16, in place: sequences are replaced by their
     * characters, and the ASCII between them is moved.
     *
     * @param into array with the widened bytes from {@code first} on
     * @return the number of code units after the conversion
     */
    @HotPath
    static int correct(byte[] bytes, int from, int end, char[] into, int first) {
        int to = first;
        int at = from;
        while (at < end) {
            int next = firstWide(bytes, at, end);
            if (next > at) {
                if (to - first < at - from) {
                    System.arraycopy(into, first + (at - from), into, to, next - at);
                }
                to += next - at;
                at = next;
            }
            while (at < end && bytes[at] < 0) {
                int length = lengthOf(bytes[at]);
                int point = point(bytes, at, length);
                if (length < 4) {
                    into[to++] = (char) point;
                } else {
                    into[to++] = Character.highSurrogate(point);
                    into[to++] = Character.lowSurrogate(point);
                }
                at += length;
            }
        }
        return to - first;
    }

    /** Returns the index of the first byte above ASCII, or the end. */
    @HotPath
    private static int firstWide(byte[] bytes, int from, int end) {
        int at = from;
        while (end - at >= Long.BYTES) {
            long high = EightBytes.at(bytes, at) & EightBytes.HIGH_BITS;
            if (high != 0) {
                return at + (Long.numberOfTrailingZeros(high) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < end && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    private static int lengthOf(byte lead) {
        return lead < (byte) 0xE0 ? 2 : lead < (byte) 0xF0 ? 3 : 4;
    }

    @HotPath
    private static int point(byte[] bytes, int at, int length) {
        int point = bytes[at] & (0x7F >> length);
        for (int i = 1; i < length; i++) {
            point = point << 6 | (bytes[at + i] & 0x3F);
        }
        return point;
    }

    /** Returns whether a sequence of three bytes is legal: not overlong, not a surrogate, not U+FFFE or U+FFFF. */
    private static boolean isLegal3(int lead, byte[] bytes, int at) {
        int second = bytes[at + 1] & 0xFF;
        return switch (lead) {
            case 0xE0 -> second >= 0xA0;
            case 0xED -> second < 0xA0;
            case 0xEF -> second != 0xBF || (bytes[at + 2] & 0xFF) < 0xBE;
            default -> true;
        };
    }

    /** Returns whether a sequence of four bytes is legal: not overlong, not above U+10FFFF. */
    private static boolean isLegal4(int lead, int second) {
        return lead == 0xF0 ? second >= 0x90 : lead != 0xF4 || second < 0x90;
    }

    private static boolean isRest(byte value) {
        return (value & 0xC0) == 0x80;
    }
}
