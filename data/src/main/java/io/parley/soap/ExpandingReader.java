package io.parley.soap;

import io.parley.representation.SwitchingReader;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a received envelope that replaces the placeholders of static headers by their header blocks
 * (docs/protocol/framing.md 5.4). Belongs to one thread at a time.
 */
public class ExpandingReader extends SwitchingReader {
    private static final int HEADER_DEPTH = 2;
    private static final String HEADER = "Header";

    private final XMLStreamReader content;
    private final Supplier<HeaderReader> headers;
    private int depth;
    /** Reader of static headers while the current event is inside {@code soap:Header}, else null. */
    private @Nullable HeaderReader header;
    /** The header block that is being shown, or null. */
    private @Nullable XMLStreamReader block;

    /**
     * @param content reader at the start of the envelope
     * @param headers supplies the reader of static headers; called when a header is reached
     */
    public ExpandingReader(XMLStreamReader content, Supplier<HeaderReader> headers) {
        this.content = content;
        this.headers = headers;
        show(content);
    }

    /** Returns the number of open elements. At an end tag its own element is not counted. */
    protected final int depth() {
        return depth;
    }

    /** Closes the current element, whose end has no event of its own. */
    protected final void ended() {
        depth--;
    }

    @Override
    public int next() throws XMLStreamException {
        int event = header == null ? content.next() : nextInHeader(header);
        if (event == START_ELEMENT) {
            depth++;
            if (depth == HEADER_DEPTH && getLocalName().equals(HEADER)) {
                header = headers.get();
            }
        } else if (event == END_ELEMENT) {
            depth--;
            if (depth < HEADER_DEPTH) {
                header = null;
            }
        }
        return event;
    }

    @Override
    public final boolean hasNext() throws XMLStreamException {
        return content.hasNext();
    }

    /**
     * Reads the next event in the header, and replaces placeholders of static headers by their blocks, one after the
     * other.
     */
    private int nextInHeader(HeaderReader reader) throws XMLStreamException {
        if (block != null && block.hasNext()) {
            return block.next();
        }
        while (true) {
            block = reader.next();
            if (block != null) {
                show(block);
                return START_ELEMENT;
            }
            show(content);
            int event = content.next();
            if (event != START_ELEMENT || depth != HEADER_DEPTH || !HeaderReader.isAt(content)) {
                return event;
            }
            reader.read();
        }
    }
}
