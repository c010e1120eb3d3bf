package io.parley.schema;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * Reader whose {@link #nextTag} and {@link #getElementText} go through {@link #next}, so that a subclass meets every event,
 * whichever way its user moves on. Belongs to one thread.
 */
public abstract class EachEventReader extends StreamReaderDelegate {
    /** Creates a reader without a parent, which is set before anything is read. */
    protected EachEventReader() {}

    /** Creates a reader over another. */
    protected EachEventReader(XMLStreamReader parent) {
        super(parent);
    }

    @Override
    public int nextTag() throws XMLStreamException {
        while (true) {
            int event = next();
            if (event == START_ELEMENT || event == END_ELEMENT) {
                return event;
            }
            boolean skipped = event == COMMENT || event == PROCESSING_INSTRUCTION || isWhiteSpace();
            if (!skipped) {
                throw new XMLStreamException("expected a tag, found event " + event, getLocation());
            }
        }
    }

    @Override
    public String getElementText() throws XMLStreamException {
        require(START_ELEMENT, null, null);
        var text = new StringBuilder();
        for (int event = next(); event != END_ELEMENT; event = next()) {
            if (event == CHARACTERS || event == CDATA || event == SPACE) {
                text.append(getText());
            } else if (event != COMMENT && event != PROCESSING_INSTRUCTION) {
                throw new XMLStreamException("expected text and an end tag, found event " + event, getLocation());
            }
        }
        return text.toString();
    }
}
