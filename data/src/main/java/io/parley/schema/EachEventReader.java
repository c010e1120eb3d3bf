package io.parley.schema;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/**
 * Base class of readers that observe every event: {@link #nextTag} and {@link #getElementText} are implemented by
 * {@link #next}, which subclasses override. Belongs to one thread.
 */
public abstract class EachEventReader extends StreamReaderDelegate {
    /** Creates a reader without a parent, which must be set before the first read. */
    protected EachEventReader() {}

    /** Creates a reader that delegates to another one. */
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
