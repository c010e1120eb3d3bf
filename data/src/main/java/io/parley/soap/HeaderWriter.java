package io.parley.soap;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.BitSet;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the blocks of one {@code soap:Header}: those that the peer has as numbers, all others inline
 * (docs/protocol/framing.md 5.4). Belongs to one thread at a time.
 */
public final class HeaderWriter {
    private final SentHeaders sent;
    private final XMLStreamWriter out;
    private final @Nullable HeaderUse use;
    private @Nullable HeaderCapture capture;
    private boolean inBlock;
    /** Adjacent numbers that were not written yet. */
    private final StringBuilder pendingNumbers = new StringBuilder();
    /** Numbers used in this message. */
    private final BitSet used = new BitSet();

    /**
     * @param out writer after the header's start tag
     * @param use observer of used numbers, or null
     */
    public HeaderWriter(SentHeaders sent, XMLStreamWriter out, @Nullable HeaderUse use) {
        this.sent = sent;
        this.out = out;
        this.use = use;
    }

    /** Starts a header block with the next element. */
    public void beginBlock() throws XMLStreamException {
        if (sent.isOff() || HeaderElements.hasDefaultNamespace(out.getNamespaceContext())) {
            return;
        }
        if (capture == null) {
            capture = HeaderCapture.within(out.getNamespaceContext());
        }
        inBlock = true;
    }

    /** Returns the writer for the next event. */
    public XMLStreamWriter target() throws XMLStreamException {
        if (inBlock && capture != null) {
            return capture;
        }
        flushNumbers();
        return out;
    }

    /** Returns the writer that resolves the prefixes in scope. */
    public XMLStreamWriter names() {
        return inBlock && capture != null ? capture : out;
    }

    /** Ends the header block, and writes it. */
    public void endBlock() throws XMLStreamException {
        if (!inBlock || capture == null) {
            return;
        }
        inBlock = false;
        HeaderEvents block = capture.take();
        if (block.namespace().equals(HeaderElements.NAMESPACE)) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    "soap:Header: expected header blocks of an application, found one of Parley's own namespace");
        }
        SentHeaders.Sent known = sent.find(block);
        if (known == null || used.get(known.number())) {
            flushNumbers();
            block.writeTo(out);
        } else if (known.isAcknowledged()) {
            refer(known);
        } else {
            flushNumbers();
            define(known);
        }
    }

    private void refer(SentHeaders.Sent known) {
        used.set(known.number());
        if (use != null) {
            use.used(known.number(), known.header());
        }
        pendingNumbers.append(pendingNumbers.isEmpty() ? "" : " ").append(known.number());
    }

    private void define(SentHeaders.Sent known) throws XMLStreamException {
        used.set(known.number());
        start(HeaderElements.KEEP);
        out.writeAttribute(HeaderElements.NUMBER, Integer.toString(known.number()));
        out.writeCharacters(known.header().text());
        out.writeEndElement();
    }

    private void flushNumbers() throws XMLStreamException {
        if (!pendingNumbers.isEmpty()) {
            start(HeaderElements.HEADERS);
            out.writeCharacters(pendingNumbers.toString());
            out.writeEndElement();
            pendingNumbers.setLength(0);
        }
    }

    private void start(String name) throws XMLStreamException {
        out.writeStartElement(HeaderElements.PREFIX, name, HeaderElements.NAMESPACE);
        out.writeNamespace(HeaderElements.PREFIX, HeaderElements.NAMESPACE);
    }
}
