package io.parley.codecs;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.StartTag;
import io.parley.representation.XmlText;
import javax.xml.XMLConstants;

/**
 * Validates content before it is passed to a library, since libraries write illegal content, or different content in
 * its place.
 */
public final class WrittenText {
    private WrittenText() {}

    /**
     * Returns the text if it consists of XML characters.
     *
     * @param where the kind of content, for errors
     * @throws ParleyException {@code ENCODING} if it contains another character, or an unpaired surrogate
     */
    public static String require(String text, String where) {
        int illegal = firstIllegal(text);
        if (illegal >= 0) {
            throw refused(where, "XML characters", XmlText.describe(text, illegal));
        }
        return text;
    }

    /**
     * Returns the index of the first character that is not an XML character, or is an unpaired surrogate; -1 if there
     * is none.
     */
    @HotPath
    public static int firstIllegal(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < Character.MIN_SURROGATE) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c) || (c < ' ' && c != '\n' && c != '\r' && c != '\t') || c >= '\uFFFE') {
                return i;
            }
        }
        return -1;
    }

    /**
     * Checks a name without prefix.
     *
     * @throws ParleyException {@code ENCODING} if it is not a name
     */
    public static void requireName(String name, String where) {
        if (!XmlText.isNcName(name)) {
            throw refused(where, "a name", "something else");
        }
    }

    /**
     * Checks a namespace declaration (Namespaces in XML 1.0, section 3).
     *
     * @throws ParleyException {@code ENCODING} if it is not legal
     */
    public static void requireDeclaration(String prefix, String uri) {
        if (!prefix.isEmpty()) {
            requireName(prefix, "prefix");
        }
        require(uri, "namespace");
        if (!isLegal(prefix, uri)) {
            throw refused("namespace", "a prefix that may be bound to it", "another");
        }
    }

    /** Returns whether a prefix may be bound to a namespace in any document. */
    public static boolean isLegal(String prefix, String uri) {
        boolean xml = prefix.equals(XMLConstants.XML_NS_PREFIX) == uri.equals(XMLConstants.XML_NS_URI);
        return xml
                && (prefix.isEmpty() || !uri.isEmpty())
                && !prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)
                && !uri.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI);
    }

    /** Returns whether two attributes have the same name. Compares only those whose hash codes collide. */
    @HotPath
    public static boolean hasTwice(StartTag tag) {
        long seen = 0;
        for (int i = 0; i < tag.attributes(); i++) {
            long mark = 1L << tag.attributeLocal(i).hashCode();
            if ((seen & mark) != 0 && isBefore(tag, i)) {
                return true;
            }
            seen |= mark;
        }
        return false;
    }

    private static boolean isBefore(StartTag tag, int index) {
        for (int i = 0; i < index; i++) {
            if (tag.attributeLocal(index).equals(tag.attributeLocal(i))
                    && tag.attributeUri(index).equals(tag.attributeUri(i))) {
                return true;
            }
        }
        return false;
    }

    private static ParleyException refused(String where, String expected, String found) {
        return new ParleyException(ErrorCode.ENCODING, where + ": expected " + expected + ", found " + found);
    }
}
