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
 * StAX writer of a streamed message in a CXF chain. Passes on every event and tracks whether it is inside {@code
 * soap:Body}, since only body parts may be typed: header parts are written by the same data writers, but the peer reads
 * them as a DOM, where a typed part would be lost.
 *
 * <p>A part whose value turns out to have no typed form is written as infoset ({@link #rewriteAsInfoset}): the message
 * is restarted and everything before the part is written again, because its bytes may have been sent and encoders
 * cannot undo what they have learned.
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
    /** Content writer; null until the first event, since interceptors may change the message's head before that. */
    private @Nullable ContentWriter content;

    private boolean inBody;
    /** Writer of header blocks; null outside {@code soap:Header}. */
    private @Nullable HeaderWriter header;
    /** Text form of the message for logging; null if it is not logged. */
    private final @Nullable ShownText shown;
    /** Set while content is written again, which must not be logged twice. */
    private boolean repeating;

    EnvelopeWriter(OutContent out, @Nullable ShownText shown) {
        super(out.terms().isTyped());
        this.out = out;
        this.terms = out.terms();
        this.shown = shown;
    }

    private ContentWriter content() {
        ContentWriter started = content;
        if (started == null) {
            started = terms.newWriter(out.begin());
            content = started;
        }
        return started;
    }

    /**
     * Returns the part's number if it and this value can be written typed here, otherwise a negative number.
     *
     * @param validated whether JAXB reads the value too; streamed binaries may be readable only once
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

    /** Writes a part by JAXB. */
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
     * Restarts the message at a part whose value could not be written typed. This part and all after it are written as
     * infoset.
     *
     * @throws ParleyException {@code ENCODING} if earlier content cannot be written a second time
     */
    void rewriteAsInfoset(int number, Exception why) throws XMLStreamException {
        out.untyped(terms.parts().get(number), reason(why));
        out.discardForRewrite(why);
        content = null;
        header = null;
        inBody = false;
        repeating = true;
        repeat();
        repeating = false;
    }

    /**
     * Returns the reason for the log. Coded errors contain no content of the message; texts of other exceptions may.
     */
    private static String reason(Exception why) {
        return why instanceof ParleyException coded
                ? coded.text()
                : "expected to write the value, found " + why.getClass().getName();
    }

    /** Discards the message: no more is written, and it is not sent. */
    void discard() {
        out.discard();
    }

    @Override
    protected XMLStreamWriter events() throws XMLStreamException {
        return logged(header == null ? content() : header.target());
    }

    @Override
    protected XMLStreamWriter names() {
        return logged(header == null ? content() : header.names());
    }

    private XMLStreamWriter logged(XMLStreamWriter writer) {
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
