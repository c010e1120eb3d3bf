package io.parley.soap;

import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.binding.ObjectSizes;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

/** Events of a text that have the memory of what is made of them reserved before they are handed on. */
final class HeldEvents extends StreamReaderDelegate {
    private static final long TEXT_BYTES = 2 + ObjectSizes.EVENT_TEXT;

    /** Has no content; counts. */
    private final Source account;

    HeldEvents(XMLStreamReader events, Limits limits, Source.Heap heap) {
        super(events);
        this.account = Source.of(Unpooled.EMPTY_BUFFER, limits);
        account.heldBy(heap);
    }

    @Override
    public int next() throws XMLStreamException {
        int event = super.next();
        if (event == START_ELEMENT) {
            long bytes = ObjectSizes.NODE;
            int attributes = getAttributeCount();
            for (int i = 0; i < attributes; i++) {
                bytes += ObjectSizes.NODE + TEXT_BYTES * getAttributeValue(i).length();
            }
            account.weigh(bytes + (long) ObjectSizes.NODE * getNamespaceCount());
        } else if (hasText()) {
            account.weigh(TEXT_BYTES * getTextLength());
        }
        return event;
    }

    @Override
    public int nextTag() throws XMLStreamException {
        int event = next();
        while (event != START_ELEMENT && event != END_ELEMENT) {
            if (event != COMMENT && event != PROCESSING_INSTRUCTION && !isWhiteSpace()) {
                throw new XMLStreamException("expected a tag, found event " + event, getLocation());
            }
            event = next();
        }
        return event;
    }

    @Override
    public String getElementText() throws XMLStreamException {
        require(START_ELEMENT, null, null);
        StringBuilder text = new StringBuilder();
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
