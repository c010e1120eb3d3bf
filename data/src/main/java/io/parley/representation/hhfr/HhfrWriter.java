package io.parley.representation.hhfr;

import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.TypedWriter;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writer of segments. Events go to the infoset writer, except those of an ordinary envelope; parts are written during
 * its pauses.
 */
final class HhfrWriter extends TypedWriter implements Runs.Out, EnvelopeTagWriter.RunControl {
    private final Sink sink;
    private final Representation infosets;
    private final PartWriter partWriter;
    /** Writer of the tags of an ordinary envelope; null once it is known that the message has none. */
    private @Nullable EnvelopeTagWriter envelope;

    private @Nullable ContentWriter infoset;
    private boolean running;
    private boolean ended;

    HhfrWriter(Sink sink, Parts parts, Representation infosets) {
        super(parts);
        this.sink = sink;
        this.infosets = infosets;
        this.partWriter = new PartWriter(this);
        this.envelope = new EnvelopeTagWriter(sink, this);
    }

    @Override
    protected void writePart(int part, Part agreed, Binding binding, Object value) throws XMLStreamException {
        EnvelopeTagWriter tags = envelope();
        if (tags != null) {
            tags.beforePart();
        }
        pauseRun();
        Segment.beginPart(sink, part, agreed);
        partWriter.write(binding.root(), binding.itemOf(value), sink);
    }

    /** Starts an infoset run inside a part, which has no segment byte: its position identifies it. */
    @Override
    public XMLStreamWriter begin() throws XMLStreamException {
        return infoset();
    }

    @Override
    public void end() throws XMLStreamException {
        infoset().pause();
    }

    @Override
    public void writeEndDocument() throws XMLStreamException {
        if (ended) {
            return;
        }
        ended = true;
        EnvelopeTagWriter tags = envelope();
        if (tags != null && tags.isOrdinary()) {
            tags.endContent();
            pauseRun();
        } else if (running || depth() > 0) {
            events().writeEndDocument();
        }
        sink.writeByte(Segment.END);
    }

    @Override
    protected XMLStreamWriter names() {
        EnvelopeTagWriter tags = envelope();
        return tags == null ? infoset() : tags;
    }

    @Override
    protected XMLStreamWriter events() throws XMLStreamException {
        EnvelopeTagWriter tags = envelope();
        return tags == null ? openRun() : tags;
    }

    /** Returns the writer of an ordinary envelope; null if the message has none. */
    private @Nullable EnvelopeTagWriter envelope() {
        if (envelope != null && envelope.isOther()) {
            envelope = null;
        }
        return envelope;
    }

    @Override
    public ContentWriter openRun() throws XMLStreamException {
        if (!running) {
            running = true;
            if (infoset == null && envelope != null && envelope.isOrdinary()) {
                sink.writeByte(Segment.RUN);
                infoset().pause(); // after an empty run, the next one need not begin with an element
            }
            sink.writeByte(Segment.RUN);
        }
        return infoset();
    }

    /** Returns the infoset writer, created on first use: a part that is the whole message has no events around it. */
    private ContentWriter infoset() {
        ContentWriter events = infoset;
        if (events == null) {
            events = infosets.newWriter(sink, Parts.none());
            infoset = events;
        }
        return events;
    }

    @Override
    public void pauseRun() throws XMLStreamException {
        if (running) {
            infoset().pause();
            running = false;
        }
    }
}
