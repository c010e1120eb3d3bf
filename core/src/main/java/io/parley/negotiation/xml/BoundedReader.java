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
 * Counts what an element of the negotiation is made of, so that it stays small whatever limits the reader below has, and
 * refuses what has no place in it: document types, entities, processing instructions, types named on the wire.
 */
final class BoundedReader extends StreamReaderDelegate {
    private static final int MAX_DEPTH = 16;
    private static final int MAX_ATTRIBUTES = 32;
    private static final String WHERE = "negotiation";

    private final Limits limits;
    private long chars;
    private int depth;

    /** Over a reader that stands at a start element. */
    BoundedReader(XMLStreamReader reader, Limits limits) {
        super(reader);
        this.limits = limits;
        countStart();
    }

    @Override
    public int next() throws XMLStreamException {
        if (depth == 0) {
            // The element is complete; what follows it is not ours to judge.
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
            // xsi:type and xsi:nil would have a say in which objects are made of an element.
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
