package io.parley.soap;

import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.binding.ObjectSizes;
import io.parley.representation.Source;
import io.parley.schema.EachEventReader;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reader that reserves memory for the objects made of a message before it passes on their events. */
final class ReservingReader extends EachEventReader {
    private static final long TEXT_BYTES = 2 + ObjectSizes.EVENT_TEXT;

    /** Source without content, used for its reservations. */
    private final Source account;

    ReservingReader(XMLStreamReader events, Limits limits, Source.Heap heap) {
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
}
