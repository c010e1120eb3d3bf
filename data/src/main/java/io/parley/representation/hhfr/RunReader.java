package io.parley.representation.hhfr;

import io.parley.ParleyException;
import io.parley.representation.ContentReader;
import io.parley.representation.SwitchingReader;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** Reader of one element in an infoset run inside a part. It cannot be read beyond the element's end. */
final class RunReader extends SwitchingReader {
    private final ContentReader events;
    private int depth = 1;

    RunReader(ContentReader events) {
        this.events = events;
        show(events);
    }

    @Override
    public int next() throws XMLStreamException {
        if (depth == 0) {
            throw new XMLStreamException("expected to stop at the element's end");
        }
        if (events.isPaused()) {
            throw ParleyException.malformed("the end of the element", "the end of its run", "infoset run");
        }
        int event = events.next();
        if (event == XMLStreamConstants.START_ELEMENT) {
            depth++;
        } else if (event == XMLStreamConstants.END_ELEMENT) {
            depth--;
        }
        return event;
    }

    @Override
    public boolean hasNext() {
        return depth > 0;
    }

    /** Skips the unread rest of the element. */
    void finish() throws XMLStreamException {
        while (depth > 0) {
            next();
        }
    }
}
