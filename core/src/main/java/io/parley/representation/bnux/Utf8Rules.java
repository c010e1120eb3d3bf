package io.parley.representation.bnux;

/** Which sequences of bytes above ASCII are UTF-8 of a character that XML 1.0 has (RFC 3629; XML 1.0, production 2). */
final class Utf8Rules {
    private Utf8Rules() {}

    /** The length of the legal sequence that begins there and ends before {@code end}, or 0. */
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

    /** Not longer than need be, no surrogate, not U+FFFE or U+FFFF. */
    private static boolean isLegal3(int lead, byte[] bytes, int at) {
        int second = bytes[at + 1] & 0xFF;
        return switch (lead) {
            case 0xE0 -> second >= 0xA0;
            case 0xED -> second < 0xA0;
            case 0xEF -> second != 0xBF || (bytes[at + 2] & 0xFF) < 0xBE;
            default -> true;
        };
    }

    /** Not longer than need be, not above U+10FFFF. */
    private static boolean isLegal4(int lead, int second) {
        return lead == 0xF0 ? second >= 0x90 : lead != 0xF4 || second < 0x90;
    }

    private static boolean isRest(byte value) {
        return (value & 0xC0) == 0x80;
    }
}
