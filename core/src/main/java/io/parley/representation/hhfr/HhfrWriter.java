package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.ContentWriter;
import io.parley.representation.EventWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes segments: events go to the infoset writer, parts are written between its pauses. */
final class HhfrWriter extends EventWriter implements ContentWriter, Runs.Out {
    private final Sink sink;
    private final Parts parts;
    private final ContentWriter infoset;
    private final PartWriter partWriter;
    private boolean running;
    private boolean ended;

    HhfrWriter(Sink sink, Parts parts, Representation around) {
        this.sink = sink;
        this.parts = parts;
        this.infoset = around.newWriter(sink, Parts.none());
        this.partWriter = new PartWriter(sink, this);
    }

    @Override
    public boolean canWrite(int part, Object value) {
        if (part < 0 || part >= parts.size()) {
            return false;
        }
        Binding binding = parts.get(part).binding();
        return binding != null && binding.accepts(value) && binding.fits(value);
    }

    @Override
    public void writePart(int part, Object value) throws XMLStreamException {
        Part agreed = parts.get(part);
        Binding binding = agreed.binding();
        if (binding == null || !binding.accepts(value)) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    agreed.key() + ": expected an object that the part's codec knows, found "
                            + value.getClass().getName());
        }
        pauseRun();
        sink.writeByte(Segment.PART);
        sink.writeVarint(part);
        partWriter.write(binding.root(), binding.itemOf(value));
    }

    /** An infoset run inside a part needs no segment byte: its place says what it is. */
    @Override
    public XMLStreamWriter begin() throws XMLStreamException {
        return infoset;
    }

    @Override
    public void end() throws XMLStreamException {
        infoset.pause();
    }

    /** Ends the infoset run, so that whoever embeds this writer can go on in the sink. */
    @Override
    public void pause() throws XMLStreamException {
        throw new XMLStreamException("hhfr embeds others and is not embedded itself");
    }

    /** Does nothing: the sink hands on what is full, its owner the rest. */
    @Override
    public void flush() {}

    @Override
    public void writeEndDocument() throws XMLStreamException {
        if (ended) {
            return;
        }
        ended = true;
        if (running || depth() > 0) {
            events().writeEndDocument();
        }
        sink.writeByte(Segment.END);
    }

    /** Ends a document that is complete; one that is not stays visibly cut off. */
    @Override
    public void close() throws XMLStreamException {
        if (depth() == 0) {
            writeEndDocument();
        }
    }

    @Override
    protected ContentWriter names() {
        return infoset;
    }

    @Override
    protected ContentWriter events() {
        if (!running) {
            running = true;
            sink.writeByte(Segment.RUN);
        }
        return infoset;
    }

    private void pauseRun() throws XMLStreamException {
        if (running) {
            infoset.pause();
            running = false;
        }
    }
}
