package io.parley.codecs;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.StartTag;
import io.parley.representation.XmlText;
import javax.xml.XMLConstants;

/**
 * Checks of a writer before a library sees the content, since libraries write forbidden content, or other content in
 * its place.
 */
public final class WrittenText {
    private WrittenText() {}

    /**
     * Passes text that is made of XML characters.
     *
     * @throws ParleyException {@code ENCODING} if it has another one, or half of a surrogate pair
     */
    public static String require(String text, String where) {
        int illegal = firstIllegal(text);
        if (illegal >= 0) {
            throw refused(where, "XML characters", XmlText.describe(text, illegal));
        }
        return text;
    }

    /** The index of the first character that is no XML character, or half of a surrogate pair alone, or -1. */
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

    /** Passes a name without its prefix. */
    public static void requireName(String name, String where) {
        if (!XmlText.isNcName(name)) {
            throw refused(where, "a name", "something else");
        }
    }

    /** Passes what a tag may declare: Namespaces in XML 1.0, section 3. */
    public static void requireDeclaration(String prefix, String uri) {
        if (!prefix.isEmpty()) {
            requireName(prefix, "prefix");
        }
        require(uri, "namespace");
        if (!isLegal(prefix, uri)) {
            throw refused("namespace", "a prefix that may be bound to it", "another");
        }
    }

    /** Returns whether any document can bind that prefix to that namespace. */
    public static boolean isLegal(String prefix, String uri) {
        boolean xml = prefix.equals(XMLConstants.XML_NS_PREFIX) == uri.equals(XMLConstants.XML_NS_URI);
        return xml
                && (prefix.isEmpty() || !uri.isEmpty())
                && !prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)
                && !uri.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI);
    }

    /** Returns whether two attributes have one name. Only those with colliding hash codes are compared. */
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
