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
import org.jspecify.annotations.Nullable;

/** Reader of segments. Events come from the infoset reader; parts are decoded on demand. */
final class HhfrReader extends TypedReader {
    private final Source source;
    private final Parts parts;
    private final InfosetRuns runs;
    private final PartReader partReader;
    private boolean rootSeen;
    private int depth;

    HhfrReader(Source source, Parts parts, Representation infosets) {
        super(infosets, source);
        this.source = source;
        this.parts = parts;
        this.runs = new InfosetRuns(source, infosets);
        this.partReader = new PartReader(runs);
    }

    @Override
    protected int nextAround(boolean behindPart) throws XMLStreamException {
        ContentReader events = runs.reader();
        if (behindPart || events == null || events.isPaused()) {
            return nextSegment();
        }
        return nextEvent(events);
    }

    @Override
    protected @Nullable Object decode(Part agreed, BoundSlot root) throws XMLStreamException {
        return partReader.read(root, source);
    }

    @Override
    protected void holdBinaries() {
        partReader.holdBinaries();
    }

    private int nextSegment() throws XMLStreamException {
        int kind = source.readByte();
        switch (kind) {
            case Segment.END -> {
                return endMessage();
            }
            case Segment.RUN -> {
                return nextEvent(runs.resumed());
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
            checkRoot();
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

    /** Checks that a document has one root, even if typed parts separate the runs. */
    private void checkRoot() {
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
        runs.close();
        return endDocument(runs.reader());
    }

    private int openPart() {
        int number = Segment.partNumber(source, parts);
        checkRoot();
        return open(number, parts.get(number), runs.reader());
    }
}
