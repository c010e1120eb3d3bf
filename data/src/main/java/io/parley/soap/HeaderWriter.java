package io.parley.soap;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.BitSet;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes the blocks of one {@code soap:Header}: those that the other side has as numbers, all others as they are
 * (docs/protocol/framing.md 5.4). Belongs to one thread at a time.
 */
public final class HeaderWriter {
    private final SentHeaders sent;
    private final XMLStreamWriter out;
    private final @Nullable HeaderUse use;
    private @Nullable HeaderCapture capture;
    private boolean inBlock;
    /** Numbers that stand next to each other and are not written yet. */
    private final StringBuilder run = new StringBuilder();
    /** Numbers used in this message. */
    private final BitSet used = new BitSet();

    /**
     * @param out where the header's start tag was written
     * @param use observer of used numbers, or null
     */
    public HeaderWriter(SentHeaders sent, XMLStreamWriter out, @Nullable HeaderUse use) {
        this.sent = sent;
        this.out = out;
        this.use = use;
    }

    /** The next element is a header block. */
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
        endRun();
        return out;
    }

    /** Returns the writer that knows the prefixes in scope. */
    public XMLStreamWriter names() {
        return inBlock && capture != null ? capture : out;
    }

    /** The block has ended. */
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
            endRun();
            block.writeTo(out);
        } else if (known.isAcknowledged()) {
            refer(known);
        } else {
            endRun();
            define(known);
        }
    }

    private void refer(SentHeaders.Sent known) {
        used.set(known.number());
        if (use != null) {
            use.used(known.number(), known.header());
        }
        run.append(run.isEmpty() ? "" : " ").append(known.number());
    }

    private void define(SentHeaders.Sent known) throws XMLStreamException {
        used.set(known.number());
        start(HeaderElements.KEEP);
        out.writeAttribute(HeaderElements.NUMBER, Integer.toString(known.number()));
        out.writeCharacters(known.header().text());
        out.writeEndElement();
    }

    private void endRun() throws XMLStreamException {
        if (!run.isEmpty()) {
            start(HeaderElements.HEADERS);
            out.writeCharacters(run.toString());
            out.writeEndElement();
            run.setLength(0);
        }
    }

    private void start(String name) throws XMLStreamException {
        out.writeStartElement(HeaderElements.PREFIX, name, HeaderElements.NAMESPACE);
        out.writeNamespace(HeaderElements.PREFIX, HeaderElements.NAMESPACE);
    }
}
