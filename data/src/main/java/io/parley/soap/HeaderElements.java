package io.parley.soap;

import io.parley.ParleyException;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;

/** Names of the placeholder elements of static headers on the wire (docs/protocol/framing.md 5.4). */
final class HeaderElements {
    static final String NAMESPACE = "urn:parley:1";
    static final String PREFIX = "p";
    /** Element that contains the numbers of header blocks. */
    static final String HEADERS = "headers";
    /** Element that contains a header block for the receiver to keep. */
    static final String KEEP = "keep";

    static final String NUMBER = "number";
    static final String CONTEXT = "context";

    private static final Pattern DIGITS = Pattern.compile("[1-9][0-9]{0,8}");

    private HeaderElements() {}

    /**
     * Returns whether a default namespace is in scope. It would change the meaning of unprefixed names in blocks, which
     * are defined elsewhere.
     */
    static boolean hasDefaultNamespace(NamespaceContext scope) {
        String bound = scope.getNamespaceURI(XMLConstants.DEFAULT_NS_PREFIX);
        return bound != null && !bound.isEmpty();
    }

    static int number(String text) {
        if (!DIGITS.matcher(text).matches()) {
            throw ParleyException.malformed("the number of a header block", "another text", "soap:Header");
        }
        return Integer.parseInt(text);
    }
}
