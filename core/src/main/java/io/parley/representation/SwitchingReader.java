package io.parley.representation;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.jspecify.annotations.Nullable;

/**
 * A reader whose events come from several others in turn; only {@link #next} knows from which. Belongs to one thread at a
 * time.
 */
public abstract class SwitchingReader extends StreamReaderDelegate {
    /** Has the accessors ask that reader from now on. */
    protected final void show(XMLStreamReader events) {
        setParent(events);
    }

    @Override
    public abstract int next() throws XMLStreamException;

    @Override
    public abstract boolean hasNext() throws XMLStreamException;

    @Override
    public @Nullable Object getProperty(String name) {
        return super.getProperty(name);
    }

    @Override
    public final int nextTag() throws XMLStreamException {
        int event = next();
        while (isPassedOver(event)) {
            event = next();
        }
        if (event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.END_ELEMENT) {
            throw new XMLStreamException("expected a tag, found event " + event, getLocation());
        }
        return event;
    }

    @Override
    public final String getElementText() throws XMLStreamException {
        if (getEventType() != XMLStreamConstants.START_ELEMENT) {
            throw new XMLStreamException("expected to stand at the start of an element", getLocation());
        }
        StringBuilder text = new StringBuilder();
        for (int event = next(); event != XMLStreamConstants.END_ELEMENT; event = next()) {
            switch (event) {
                case XMLStreamConstants.CHARACTERS,
                        XMLStreamConstants.CDATA,
                        XMLStreamConstants.SPACE,
                        XMLStreamConstants.ENTITY_REFERENCE -> text.append(getText());
                case XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                    // no part of the text
                }
                default -> throw new XMLStreamException("expected text, found event " + event, getLocation());
            }
        }
        return text.toString();
    }

    private boolean isPassedOver(int event) {
        return switch (event) {
            case XMLStreamConstants.SPACE, XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION ->
                true;
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> isWhiteSpace();
            default -> false;
        };
    }
}
