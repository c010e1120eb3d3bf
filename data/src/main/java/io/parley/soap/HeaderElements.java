package io.parley.soap;

import io.parley.ParleyException;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;

/** The elements that stand for header blocks on the wire (docs/protocol/framing.md 5.4). */
final class HeaderElements {
    static final String NAMESPACE = "urn:parley:1";
    static final String PREFIX = "p";
    /** Numbers of blocks. */
    static final String HEADERS = "headers";
    /** A block that is to be kept. */
    static final String KEEP = "keep";

    static final String NUMBER = "number";
    static final String CONTEXT = "context";

    private static final Pattern DIGITS = Pattern.compile("[1-9][0-9]{0,8}");

    private HeaderElements() {}

    /**
     * Returns whether a default namespace is declared there: then names in blocks, which were made elsewhere, would
     * change their meaning.
     */
    static boolean hasDefaultNamespace(NamespaceContext around) {
        String bound = around.getNamespaceURI(XMLConstants.DEFAULT_NS_PREFIX);
        return bound != null && !bound.isEmpty();
    }

    static int number(String text) {
        if (!DIGITS.matcher(text).matches()) {
            throw ParleyException.malformed("the number of a header block", "another text", "soap:Header");
        }
        return Integer.parseInt(text);
    }
}
