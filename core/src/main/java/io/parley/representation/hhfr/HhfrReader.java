package io.parley.representation.hhfr;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.NoSuchElementException;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads segments: events come from the infoset reader, parts are decoded when somebody asks for them. */
final class HhfrReader extends SwitchingReader implements ContentReader, Runs.In {
    private final Source source;
    private final Parts parts;
    private final Representation around;
    private final PartReader partReader;
    private @Nullable ContentReader infoset;
    private @Nullable OpenPart part;
    private @Nullable RunReader run;
    private boolean rootSeen;
    private boolean ended;
    private int depth;

    HhfrReader(Source source, Parts parts, Representation around) {
        this.source = source;
        this.parts = parts;
        this.around = around;
        this.partReader = new PartReader(source, this);
        show(new OneEvent(START_DOCUMENT, null, null));
    }

    @Override
    public int next() throws XMLStreamException {
        if (ended) {
            throw new NoSuchElementException("the document has ended");
        }
        OpenPart open = part;
        if (open != null && !open.isPast()) {
            return open.next();
        }
        part = null;
        ContentReader events = infoset;
        if (open != null || events == null || events.isPaused()) {
            return nextSegment();
        }
        return nextEvent(events);
    }

    @Override
    public boolean hasNext() {
        return !ended;
    }

    @Override
    public @Nullable TypedPart part() {
        return part != null && part.isAtStart() ? part : null;
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return PART.equals(name) ? part() : super.getProperty(name);
    }

    /** The source stays its owner's to close. */
    @Override
    public void close() {}

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
                return endDocument();
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
            ended = true;
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

    private int endDocument() {
        if (depth > 0 || !rootSeen) {
            throw ParleyException.malformed(
                    "a root element and its end", "the end of the message", source.at("segment"));
        }
        ended = true;
        show(new OneEvent(END_DOCUMENT, null, infoset));
        return END_DOCUMENT;
    }

    private int openPart() {
        long index = source.readVarint();
        if (index < 0 || index >= parts.size() || !parts.get((int) index).isTyped()) {
            throw ParleyException.malformed(
                    "the number of a typed part", Long.toUnsignedString(index), source.at("segment"));
        }
        meetElement();
        OpenPart opened = new OpenPart((int) index, parts.get((int) index));
        part = opened;
        show(new OneEvent(START_ELEMENT, opened, infoset));
        return START_ELEMENT;
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

    /** A typed part: at its start, expanded to events, or taken and at its end. */
    final class OpenPart implements TypedPart {
        private final int index;
        private final Part agreed;
        private @Nullable Object value;
        private @Nullable Expansion expansion;
        private boolean atStart = true;
        private boolean past;

        OpenPart(int index, Part agreed) {
            this.index = index;
            this.agreed = agreed;
        }

        @Override
        public int index() {
            return index;
        }

        Part agreed() {
            return agreed;
        }

        boolean isAtStart() {
            return atStart;
        }

        boolean isPast() {
            return past;
        }

        @Override
        public Object take() throws XMLStreamException {
            if (!atStart) {
                throw new XMLStreamException("the part was taken, or its events were read");
            }
            Object taken = decode();
            atStart = false;
            past = true;
            show(new OneEvent(END_ELEMENT, this, infoset));
            return taken;
        }

        /** The part's events, for who asks for more than its name; the object can still be taken. */
        XMLStreamReader expand() throws XMLStreamException {
            Expansion events = expansion;
            if (events == null) {
                Object shown = decode();
                partReader.holdBinaries();
                events = new Expansion(around, shown, binding(), source.limits());
                expansion = events;
                show(events.reader());
            }
            return events.reader();
        }

        int next() throws XMLStreamException {
            atStart = false;
            XMLStreamReader events = expand();
            int event = events.next();
            past = expansion != null && expansion.isOver(event);
            return event;
        }

        private Binding binding() {
            Binding binding = agreed.binding();
            if (binding == null) {
                throw new IllegalStateException("a part that is not typed cannot be open");
            }
            return binding;
        }

        private Object decode() throws XMLStreamException {
            Object known = value;
            if (known == null) {
                Object item = partReader.read(binding().received());
                known = item == null ? null : binding().valueOf(item);
                if (known == null) {
                    throw new ParleyException(
                            ErrorCode.SCHEMA_VIOLATION, agreed.key() + ": expected an object, found none");
                }
                value = known;
            }
            return known;
        }
    }

    /** The events of one object: written once by its binding, then read. */
    private static final class Expansion {
        private static final int CHUNK = 64 * 1024;
        private final ContentReader reader;
        private int depth = 1;

        Expansion(Representation around, Object value, Binding binding, Limits limits) throws XMLStreamException {
            // On the heap: who reads events may stop anywhere, and then nobody would release pooled memory.
            ByteBuf whole = Unpooled.buffer(CHUNK);
            Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, CHUNK, (chunk, last) -> {
                whole.writeBytes(chunk);
                chunk.release();
            });
            try {
                binding.write(value, around.newWriter(sink, Parts.none()));
                sink.finish();
            } finally {
                sink.discard();
            }
            ByteBuf heap = Unpooled.wrappedBuffer(whole.array(), 0, whole.readableBytes());
            whole.release();
            reader = around.newReader(Source.of(heap, limits), Parts.none());
            while (reader.next() != START_ELEMENT) {
                // what stands before the element says nothing
            }
        }

        XMLStreamReader reader() {
            return reader;
        }

        boolean isOver(int event) {
            depth += event == START_ELEMENT ? 1 : event == END_ELEMENT ? -1 : 0;
            return depth == 0;
        }
    }
}
