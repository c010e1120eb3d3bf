package io.parley.soap;

import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the placeholder elements of static headers in one received message (docs/protocol/framing.md 5.4). Returns
 * the header blocks. Belongs to one thread at a time.
 */
public final class HeaderReader {
    private static final String WHERE = "soap:Header";

    private final HeaderSource headers;
    private final XMLStreamReader in;
    private final @Nullable HeaderUse use;
    private final BitSet numbers = new BitSet();
    private final Queue<StaticHeader> blocks = new ArrayDeque<>();

    /**
     * @param in reader of the message
     * @param use observer of used numbers, or null
     */
    public HeaderReader(HeaderSource headers, XMLStreamReader in, @Nullable HeaderUse use) {
        this.headers = headers;
        this.in = in;
        this.use = use;
    }

    /** Returns whether a reader at the start of a header element is at a placeholder of static headers. */
    public static boolean isAt(XMLStreamReader in) {
        return HeaderElements.NAMESPACE.equals(in.getNamespaceURI());
    }

    /** Reads a placeholder of static headers to its end. */
    public void read() throws XMLStreamException {
        if (HeaderElements.hasDefaultNamespace(in.getNamespaceContext())) {
            throw ParleyException.malformed("no default namespace around header blocks", "one", WHERE);
        }
        switch (in.getLocalName()) {
            case HeaderElements.HEADERS -> readNumbers();
            case HeaderElements.KEEP -> readBlock();
            default -> throw ParleyException.malformed("p:headers or p:keep", "another element", WHERE);
        }
        if (in.getEventType() != XMLStreamConstants.END_ELEMENT) {
            throw ParleyException.malformed("text alone", "an element", WHERE);
        }
    }

    /** Returns a reader at the start of the next block, or null if none is left. */
    public @Nullable XMLStreamReader next() {
        StaticHeader block = blocks.poll();
        return block == null ? null : block.reader(in.getNamespaceContext());
    }

    private void readNumbers() throws XMLStreamException {
        for (String number : text().split(" ", -1)) {
            int known = number(number);
            StaticHeader header = headers.get(known);
            if (use != null) {
                use.used(known, header);
            }
            blocks.add(header);
        }
    }

    private void readBlock() throws XMLStreamException {
        String text = in.getAttributeValue(null, HeaderElements.NUMBER);
        int number = number(text == null ? "" : text);
        String context = in.getAttributeValue(null, HeaderElements.CONTEXT);
        String block = text();
        if (context != null && !block.isEmpty()) {
            throw ParleyException.malformed("a context or a block", "both", WHERE);
        }
        blocks.add(context == null ? headers.keep(number, block) : headers.fetch(number, context));
    }

    /** Parses a number. Rejects repeated numbers, by which a small message could expand without limit. */
    private int number(String text) {
        int number = HeaderElements.number(text);
        if (numbers.get(number)) {
            throw ParleyException.malformed("each header block once", "one twice", WHERE);
        }
        numbers.set(number);
        return number;
    }

    private String text() throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        for (int event = in.next(); event != XMLStreamConstants.END_ELEMENT; event = in.next()) {
            if (event != XMLStreamConstants.CHARACTERS
                    && event != XMLStreamConstants.CDATA
                    && event != XMLStreamConstants.SPACE) {
                throw ParleyException.malformed("text alone", "something else", WHERE);
            }
            text.append(in.getText());
        }
        return text.toString();
    }
}
