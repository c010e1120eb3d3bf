package io.parley.cxf.stax;

import io.parley.representation.ContentWriter;
import io.parley.representation.EventWriter;
import io.parley.soap.HeaderWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * The StAX writer that a CXF chain gets: passes every event on and knows whether it stands inside {@code soap:Body},
 * because only there a part may travel typed. Header parts are written by the same data writers, but the other side
 * reads them from a DOM, where a typed part would be lost.
 */
final class EnvelopeWriter extends EventWriter {
    private static final int BODY_DEPTH = 2;
    private static final String BODY = "Body";
    private static final String HEADER = "Header";

    private final Terms terms;
    private final OutContent out;
    /** From the first event on: until then interceptors may still say what stands in the message's head. */
    private @Nullable ContentWriter content;

    private boolean inBody;
    /** While {@code soap:Header} is written: what its blocks go through. */
    private @Nullable HeaderWriter header;
    /** Where the message is shown as text, or null. */
    private final @Nullable ShownText shown;

    EnvelopeWriter(OutContent out, @Nullable ShownText shown) {
        this.out = out;
        this.terms = out.terms();
        this.shown = shown;
    }

    private ContentWriter content() {
        ContentWriter begun = content;
        if (begun == null) {
            begun = terms.newWriter(out.begin());
            content = begun;
        }
        return begun;
    }

    /**
     * The part's number if it and this value can travel typed at this place, else a negative number.
     *
     * @param validated whether JAXB reads the value, too: binaries that travel beside the message may be readable once
     */
    int typedNumber(MessagePartInfo part, Object value, boolean validated) {
        int number = inBody ? terms.numberOf(part) : -1;
        if (number < 0 || (validated && terms.hasStreamedBinaries(number))) {
            return -1;
        }
        return content().canWrite(number, value) ? number : -1;
    }

    void writePart(int number, Object value) throws XMLStreamException {
        content().writePart(number, value);
        if (shown != null) {
            shown.part(terms.parts().get(number), value);
        }
        out.count(true);
    }

    /** Notes that a part is about to be written as events. */
    void partAsEvents() {
        if (inBody) {
            out.count(false);
        }
    }

    /** Nothing more is written, and what was written is not sent. */
    void discard() {
        out.discard();
    }

    @Override
    protected XMLStreamWriter events() throws XMLStreamException {
        return beside(header == null ? content() : header.target());
    }

    @Override
    protected XMLStreamWriter names() {
        return beside(header == null ? content() : header.names());
    }

    private XMLStreamWriter beside(XMLStreamWriter writer) {
        return shown == null ? writer : new ShownWriter(writer, shown);
    }

    @Override
    protected void opening() throws XMLStreamException {
        if (header != null && depth() == BODY_DEPTH) {
            header.beginBlock();
        }
    }

    @Override
    protected void opened(String localName) {
        if (depth() == BODY_DEPTH) {
            inBody = localName.equals(BODY);
            if (localName.equals(HEADER)) {
                header = new HeaderWriter(out.headers(), content(), out.headerUse());
            }
        }
    }

    @Override
    protected void closed() throws XMLStreamException {
        if (depth() == BODY_DEPTH) {
            inBody = false;
            header = null;
        } else if (header != null && depth() == BODY_DEPTH + 1) {
            header.endBlock();
        }
    }

    @Override
    public void writeEndDocument() throws XMLStreamException {
        content().writeEndDocument();
        inBody = false;
    }

    @Override
    public void close() throws XMLStreamException {
        content().close();
    }

    @Override
    public void flush() throws XMLStreamException {
        if (content != null) {
            content.flush();
        }
    }
}
