package io.parley.negotiation.xml;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * Reader that limits the size and depth of a negotiation element, whatever the limits of the underlying reader, and
 * rejects document types, entities, processing instructions, and types named on the wire.
 */
final class BoundedReader extends StreamReaderDelegate {
    private static final int MAX_DEPTH = 16;
    private static final int MAX_ATTRIBUTES = 32;
    private static final String WHERE = "negotiation";

    private final Limits limits;
    private long chars;
    private int depth;

    /** Creates a reader over one that is positioned at a start element. */
    BoundedReader(XMLStreamReader reader, Limits limits) {
        super(reader);
        this.limits = limits;
        countStart();
    }

    @Override
    public int next() throws XMLStreamException {
        if (depth == 0) {
            // The element is complete; what follows is not limited here.
            return super.next();
        }
        int event = super.next();
        switch (event) {
            case START_ELEMENT -> countStart();
            case END_ELEMENT -> depth--;
            case CHARACTERS, CDATA, SPACE, COMMENT -> count(getTextLength());
            case DTD, ENTITY_REFERENCE, ENTITY_DECLARATION, NOTATION_DECLARATION, PROCESSING_INSTRUCTION ->
                throw new ParleyException(
                        ErrorCode.XML_REFUSED,
                        WHERE + ", line " + getLocation().getLineNumber()
                                + ": expected elements and text, found a document type, entity or instruction");
            default -> {}
        }
        return event;
    }

    private void countStart() {
        depth++;
        if (depth > MAX_DEPTH) {
            throw refused("nested elements", MAX_DEPTH, depth);
        }
        int attributes = getAttributeCount() + getNamespaceCount();
        if (attributes > MAX_ATTRIBUTES) {
            throw refused("attributes on one element", MAX_ATTRIBUTES, attributes);
        }
        count(getLocalName().length());
        for (int i = 0; i < getAttributeCount(); i++) {
            // xsi:type and xsi:nil would affect which objects are created for an element.
            if (XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(getAttributeNamespace(i))) {
                throw refused("attributes of XML Schema instances", 0, 1);
            }
            count(getAttributeLocalName(i).length() + getAttributeValue(i).length());
        }
    }

    private void count(int more) {
        chars += more;
        limits.check(Limit.NEGOTIATION_BYTES, chars, WHERE);
    }

    private ParleyException refused(String what, int allowed, int found) {
        return new ParleyException(
                ErrorCode.XML_REFUSED,
                WHERE + ", line " + getLocation().getLineNumber() + ": expected at most " + allowed + " " + what
                        + ", found " + found);
    }
}
