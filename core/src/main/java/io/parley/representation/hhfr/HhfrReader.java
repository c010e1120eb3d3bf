package io.parley.representation.hhfr;

import io.parley.ParleyException;
import io.parley.binding.BoundSlot;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import io.parley.representation.TypedReader;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads segments: events come from the infoset reader, parts are decoded when somebody asks for them. */
final class HhfrReader extends TypedReader implements Runs.In {
    private final Source source;
    private final Parts parts;
    private final Representation around;
    private final PartReader partReader;
    private @Nullable ContentReader infoset;
    private @Nullable RunReader run;
    private boolean rootSeen;
    private int depth;

    HhfrReader(Source source, Parts parts, Representation around) {
        super(around, source.limits());
        this.source = source;
        this.parts = parts;
        this.around = around;
        this.partReader = new PartReader(source, this);
    }

    @Override
    protected int nextAround(boolean behindPart) throws XMLStreamException {
        ContentReader events = infoset;
        if (behindPart || events == null || events.isPaused()) {
            return nextSegment();
        }
        return nextEvent(events);
    }

    @Override
    protected @Nullable Object decode(Part agreed, BoundSlot root) throws XMLStreamException {
        return partReader.read(root);
    }

    @Override
    protected void holdBinaries() {
        partReader.holdBinaries();
    }

    @Override
    public XMLStreamReader begin(String path) throws XMLStreamException {
        ContentReader events = resumed();
        expectStart(events, path);
        run = new RunReader(events);
        return run;
    }

    @Override
    public void end(String path) throws XMLStreamException {
        if (run != null) {
            run.finish();
            run = null;
        }
        if (infoset == null || !infoset.isPaused()) {
            throw ParleyException.malformed("the end of the infoset run", "more events", source.at(path));
        }
    }

    private int nextSegment() throws XMLStreamException {
        int kind = source.readByte();
        switch (kind) {
            case Segment.END -> {
                return endMessage();
            }
            case Segment.RUN -> {
                return nextEvent(resumed());
            }
            case Segment.PART -> {
                return openPart();
            }
            default -> throw ParleyException.malformed("a segment", "kind " + kind, source.at("segment"));
        }
    }

    private int nextEvent(ContentReader events) throws XMLStreamException {
        show(events);
        int event = events.next();
        if (event == START_ELEMENT) {
            meetElement();
            depth++;
        } else if (event == END_ELEMENT) {
            depth--;
        } else if (event == END_DOCUMENT) {
            int kind = source.readByte();
            if (kind != Segment.END) {
                throw ParleyException.malformed("the end of the message", "segment " + kind, source.at("segment"));
            }
        }
        return event;
    }

    /** A document has one root, even if parts stand between the runs. */
    private void meetElement() {
        if (depth == 0 && rootSeen) {
            throw ParleyException.malformed("one root element", "another", source.at("segment"));
        }
        rootSeen = true;
    }

    private int endMessage() throws XMLStreamException {
        if (depth > 0 || !rootSeen) {
            throw ParleyException.malformed(
                    "a root element and its end", "the end of the message", source.at("segment"));
        }
        if (infoset != null) {
            infoset.close();
        }
        return endDocument(infoset);
    }

    private int openPart() {
        long index = source.readVarint();
        if (index < 0 || index >= parts.size() || !parts.get((int) index).isTyped()) {
            throw ParleyException.malformed(
                    "the number of a typed part", Long.toUnsignedString(index), source.at("segment"));
        }
        meetElement();
        return open((int) index, parts.get((int) index), infoset);
    }

    private ContentReader resumed() throws XMLStreamException {
        ContentReader events = infoset;
        if (events == null) {
            events = around.newReader(source, Parts.none());
            infoset = events;
        } else {
            events.resume();
        }
        return events;
    }

    private void expectStart(ContentReader events, String path) throws XMLStreamException {
        if (events.isPaused() || events.next() != START_ELEMENT) {
            throw ParleyException.malformed("an element in the infoset run", "something else", source.at(path));
        }
    }
}
