package io.parley.schema;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * A reader that rejects document type declarations. The parser alone would skip the declaration, and an entity
 * reference could then mean different things to the two sides.
 */
final class NoDoctypeReader extends StreamReaderDelegate {
    NoDoctypeReader(XMLStreamReader reader) {
        super(reader);
    }

    @Override
    public int next() throws XMLStreamException {
        return checked(super.next());
    }

    @Override
    public int nextTag() throws XMLStreamException {
        int event = next();
        while (event == XMLStreamConstants.SPACE
                || event == XMLStreamConstants.COMMENT
                || event == XMLStreamConstants.PROCESSING_INSTRUCTION
                || (event == XMLStreamConstants.CHARACTERS && isWhiteSpace())) {
            event = next();
        }
        if (event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.END_ELEMENT) {
            throw new XMLStreamException("expected a tag, found event " + event, getLocation());
        }
        return event;
    }

    private int checked(int event) throws XMLStreamException {
        if (event == XMLStreamConstants.DTD) {
            throw new XMLStreamException("a document type declaration is not allowed", getLocation());
        }
        return event;
    }
}
