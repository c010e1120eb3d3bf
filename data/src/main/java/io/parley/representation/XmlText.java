package io.parley.representation;

import io.parley.HotPath;
import io.parley.ParleyException;

/** Rules of XML 1.0 (5th edition) and Namespaces in XML 1.0 that guarantee that content can be written as XML text. */
public final class XmlText {
    private static final byte REST = 1;
    private static final byte START = 2;
    /** Classes of ASCII characters in names: start characters, further characters, or 0 for others. */
    private static final byte[] ASCII_OF_NAMES = asciiOfNames();

    private XmlText() {}

    private static byte[] asciiOfNames() {
        byte[] kinds = new byte[0x80];
        for (int c = 0; c < kinds.length; c++) {
            kinds[c] = isNameStart(c) ? START : isNameRest(c) ? REST : 0;
        }
        return kinds;
    }

    /**
     * Returns the index of the first character that is not an XML character, or -1. Surrogates are checked by the UTF-8
     * codec.
     */
    @HotPath
    public static int firstIllegal(CharSequence text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < ' ' ? c != '\n' && c != '\r' && c != '\t' : c >= '\uFFFE') {
                return i;
            }
        }
        return -1;
    }

    /**
     * Checks that received text consists of XML characters.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if it does not
     */
    public static void check(String text, Source source, String where) {
        int illegal = firstIllegal(text);
        if (illegal >= 0) {
            throw ParleyException.malformed("XML characters", describe(text, illegal), source.at(where));
        }
    }

    /** Returns a description of the character at an index that does not reveal the other characters. */
    public static String describe(CharSequence text, int index) {
        return String.format("U+%04X at character %d", (int) text.charAt(index), index);
    }

    /** Returns whether the text is an NCName: production 4 of Namespaces in XML. */
    @HotPath
    public static boolean isNcName(String name) {
        int length = name.length();
        for (int i = 0; i < length; i++) {
            char c = name.charAt(i);
            if (c >= ASCII_OF_NAMES.length || ASCII_OF_NAMES[c] <= (i == 0 ? REST : 0)) {
                return c >= ASCII_OF_NAMES.length && isWideNcName(name);
            }
        }
        return length > 0;
    }

    private static boolean isWideNcName(String name) {
        if (name.isEmpty() || !isNameStart(name.codePointAt(0))) {
            return false;
        }
        int at = Character.charCount(name.codePointAt(0));
        while (at < name.length()) {
            int point = name.codePointAt(at);
            if (!isNameStart(point) && !isNameRest(point)) {
                return false;
            }
            at += Character.charCount(point);
        }
        return true;
    }

    /** Returns whether the text can be a comment: productions 15 and 16, without anything that ends it early. */
    public static boolean isComment(String text) {
        return !text.contains("--") && !text.endsWith("-");
    }

    /** Returns whether the text can be the content of a CDATA section: production 20, without its end mark. */
    public static boolean isCdata(String text) {
        return !text.contains("]]>");
    }

    /**
     * Returns whether a processing instruction can have this target and data: productions 16 and 17, and no colon in
     * the target. The target must not be {@code xml} in any case, and the data must not contain the end mark.
     */
    public static boolean isInstruction(String target, String data) {
        return isNcName(target) && !target.equalsIgnoreCase("xml") && !data.contains("?>");
    }

    /** Returns whether the text is the name of an encoding, production 81, or empty. */
    public static boolean isEncoding(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean other = (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
            if (!letter && (i == 0 || !other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNameStart(int c) {
        return c < 0x80
                ? (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
                : (c >= 0xC0 && c <= 0x2FF && c != 0xD7 && c != 0xF7)
                        || (c >= 0x370 && c <= 0x1FFF && c != 0x37E)
                        || c == 0x200C
                        || c == 0x200D
                        || (c >= 0x2070 && c <= 0x218F)
                        || (c >= 0x2C00 && c <= 0x2FEF)
                        || (c >= 0x3001 && c <= 0xD7FF)
                        || (c >= 0xF900 && c <= 0xFDCF)
                        || (c >= 0xFDF0 && c <= 0xFFFD)
                        || (c >= 0x10000 && c <= 0xEFFFF);
    }

    private static boolean isNameRest(int c) {
        return (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == 0xB7
                || (c >= 0x300 && c <= 0x36F)
                || c == 0x203F
                || c == 0x2040;
    }
}
