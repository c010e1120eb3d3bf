package io.parley.soap;

import io.parley.representation.SwitchingReader;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A received envelope with its header blocks in the place of what stands for them on the wire (docs/protocol/framing.md
 * 5.4). Belongs to one thread at a time.
 */
public class ExpandingReader extends SwitchingReader {
    private static final int HEADER_DEPTH = 2;
    private static final String HEADER = "Header";

    private final XMLStreamReader content;
    private final Supplier<HeaderReader> headers;
    private int depth;
    /** While {@code soap:Header} is read: what stands for blocks in it. */
    private @Nullable HeaderReader header;
    /** The block that is shown in place of what stood for it, or null. */
    private @Nullable XMLStreamReader block;

    /**
     * @param content the envelope, from its beginning
     * @param headers reads what stands for blocks in it; asked for once there is a header
     */
    public ExpandingReader(XMLStreamReader content, Supplier<HeaderReader> headers) {
        this.content = content;
        this.headers = headers;
        show(content);
    }

    /** Returns the number of open elements; at an end tag its own is not among them. */
    protected final int depth() {
        return depth;
    }

    /** The element whose start was shown has ended without an event for it. */
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
     * Reads the next event in the header; replaces the stand-ins of header blocks by the blocks, one after the other.
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
