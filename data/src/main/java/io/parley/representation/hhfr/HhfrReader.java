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

/** Reader of segments. Events come from the infoset reader; parts are decoded on demand. */
final class HhfrReader extends TypedReader {
    private final Source source;
    private final Parts parts;
    private final InfosetRuns runs;
    private final PartReader partReader;
    /** Tags of an ordinary envelope; null if the message does not have one. */
    private @Nullable EnvelopeTagReader envelope;
    /** Set when the end of the message was read before the end tags that it implies. */
    private boolean ending;

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
        if (ending) {
            return endMessage();
        }
        EnvelopeTagReader tags = envelope;
        if (tags != null && tags.isBeforeBody()) {
            return startBody(tags);
        }
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
        while (true) {
            int kind = source.readByte();
            switch (kind) {
                case Segment.END -> {
                    ending = true;
                    return endMessage();
                }
                case Segment.RUN -> {
                    ContentReader events = runs.resumed();
                    if (envelope == null || !events.isPaused()) { // otherwise it is empty
                        return nextEvent(events);
                    }
                }
                case Segment.PART -> {
                    return openPart();
                }
                case Segment.ENVELOPE -> {
                    return startEnvelope();
                }
                case Segment.END_TAG -> {
                    return endTag();
                }
                default -> throw ParleyException.malformed("a segment", "kind " + kind, source.at("segment"));
            }
        }
    }

    private int startEnvelope() {
        if (rootSeen || runs.reader() != null) {
            throw ParleyException.malformed(
                    "the tags of an envelope at the beginning", "them behind other content", source.at("segment"));
        }
        int version = source.readByte();
        if (version < 0 || version >= OrdinaryEnvelope.versions()) {
            throw ParleyException.malformed("the number of a SOAP version", "number " + version, source.at("segment"));
        }
        checkRoot();
        envelope = new EnvelopeTagReader(version, source);
        return startTag(envelope);
    }

    private int startBody(EnvelopeTagReader tags) {
        tags.startBody();
        return startTag(tags);
    }

    private int startTag(EnvelopeTagReader tags) {
        source.spend(1L + tags.getNamespaceCount(), "envelope");
        source.enter("envelope");
        depth++;
        show(tags);
        return START_ELEMENT;
    }

    /** Shows the end tag of an element of the envelope; there is none while elements in it are open. */
    private int endTag() {
        EnvelopeTagReader tags = envelope;
        if (tags == null || depth == 0 || depth != tags.depth()) {
            throw ParleyException.malformed(
                    "the end of the elements in the envelope", "an end tag of the envelope", source.at("segment"));
        }
        source.leave();
        depth--;
        show(tags);
        return tags.end();
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
            if (depth > 0) {
                throw ParleyException.malformed(
                        "the end of the envelope", "the end of the document in a run", source.at("segment"));
            }
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
        if (envelope != null && depth > 0) {
            return endTag();
        }
        if (depth > 0 || !rootSeen) {
            throw ParleyException.malformed(
                    "a root element and its end", "the end of the message", source.at("segment"));
        }
        runs.close();
        return endDocument(outer());
    }

    private int openPart() {
        int number = Segment.partNumber(source, parts);
        checkRoot();
        return open(number, parts.get(number), outer());
    }

    /** Returns the reader that resolves the namespaces in scope outside of parts; null if there are none. */
    @Override
    protected @Nullable XMLStreamReader outer() {
        ContentReader events = runs.reader();
        return envelope == null || (events != null && depth > envelope.depth()) ? events : envelope;
    }
}
