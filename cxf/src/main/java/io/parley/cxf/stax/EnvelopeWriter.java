package io.parley.cxf.stax;

import io.parley.ParleyException;
import io.parley.representation.ContentWriter;
import io.parley.soap.HeaderWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * The StAX writer that a CXF chain gets: passes every event on and knows whether it stands inside {@code soap:Body},
 * because only there a part may travel typed. Header parts are written by the same data writers, but the other side
 * reads them from a DOM, where a typed part would be lost.
 *
 * <p>A part whose value turns out to have no typed form goes as infoset ({@link #beginAnew}): the message is begun anew
 * and all before the part is written again, since its bytes may be on their way, and since no encoder can take back what
 * it learned.
 */
final class EnvelopeWriter extends RepeatableWriter {
    private static final int BODY_DEPTH = 2;
    private static final String BODY = "Body";
    private static final String HEADER = "Header";
    private static final String NO_PLACE =
            "expected an object that the part's layout has a place for, found one that holds something else";
    private static final String NULL = "expected an object, found null, of which SOAP has a nil element or nothing";
    private static final Written TYPED_PART = (out, number, value, none) -> {
        if (out instanceof EnvelopeWriter envelope && number instanceof Integer index && value != null) {
            envelope.content().writePart(index, value);
        }
    };

    private final Terms terms;
    private final OutContent out;
    /** Writer, from the first event on: until then interceptors may still change the message's head. */
    private @Nullable ContentWriter content;

    private boolean inBody;
    /** While {@code soap:Header} is written: what its blocks go through. */
    private @Nullable HeaderWriter header;
    /** Text form of the message, or null if it is not shown. */
    private final @Nullable ShownText shown;
    /** While written again: what was shown is not shown twice. */
    private boolean repeating;

    EnvelopeWriter(OutContent out, @Nullable ShownText shown) {
        super(out.terms().isTyped());
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
    int typedNumber(MessagePartInfo part, @Nullable Object value, boolean validated) {
        int number = inBody && isRepeatable() ? terms.numberOf(part) : -1;
        if (number < 0 || (validated && terms.hasStreamedBinaries(number))) {
            return -1;
        }
        if (value != null && content().canWrite(number, value)) {
            return number;
        }
        if (terms.isTyped()) {
            out.untyped(terms.parts().get(number), value == null ? NULL : NO_PLACE);
        }
        return -1;
    }

    boolean hasStreamedBinaries(int number) {
        return terms.hasStreamedBinaries(number);
    }

    void writePart(int number, Object value) throws XMLStreamException {
        content().writePart(number, value);
        remember(TYPED_PART, number, value, null);
        if (shown != null) {
            shown.part(terms.parts().get(number), value);
        }
        out.count(true);
    }

    /** Writes a part through JAXB. */
    void writeAsEvents(@Nullable Object value, @Nullable MessagePartInfo part, DataWriter<XMLStreamWriter> jaxb) {
        if (inBody) {
            out.count(false);
        }
        remember((again, a, b, c) -> jaxb.write(a, part, again), value, null, null);
        pause();
        jaxb.write(value, part, this);
        resume();
    }

    /**
     * Begins the message anew at the place of a part whose value could not be written typed. It and all after it go as
     * infoset.
     *
     * @throws ParleyException {@code ENCODING} if something before it cannot be written a second time
     */
    void beginAnew(int number, Exception why) throws XMLStreamException {
        out.untyped(terms.parts().get(number), reason(why));
        out.giveUpToBeginAnew(why);
        content = null;
        header = null;
        inBody = false;
        repeating = true;
        repeat();
        repeating = false;
    }

    /** A coded error holds nothing of the message; what others say may. */
    private static String reason(Exception why) {
        return why instanceof ParleyException coded
                ? coded.text()
                : "expected to write the value, found " + why.getClass().getName();
    }

    /** Discards the message: no more is written, and what was written is not sent. */
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
        return shown == null || repeating ? writer : new ShownWriter(writer, shown);
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
        forget();
    }

    @Override
    public void flush() throws XMLStreamException {
        if (content != null) {
            content.flush();
        }
    }
}
