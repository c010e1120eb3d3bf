package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.representation.ContentWriter;
import io.parley.representation.ObjectPool;
import io.parley.representation.Representation;
import io.parley.representation.SinglePartCodec;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Codec of messages that consist of one record. Reuses part writers and readers, since creating them takes more memory
 * than a small message. A writer or reader that failed is not reused.
 */
final class HhfrSinglePartCodec implements SinglePartCodec {
    private final ObjectPool<Writing> writers;
    private final ObjectPool<Reading> readers;

    HhfrSinglePartCodec(Supplier<Representation> infosets) {
        this.writers = new ObjectPool<>(() -> new Writing(infosets));
        this.readers = new ObjectPool<>(() -> new Reading(infosets));
    }

    @Override
    public void write(Sink sink, Parts parts, int number, Object value) throws XMLStreamException {
        Part part = parts.get(number);
        Binding binding = part.bindingOf(value);
        Writing borrowed = writers.take();
        Segment.beginPart(sink, number, part);
        borrowed.write(binding, value, sink);
        sink.writeByte(Segment.END);
        writers.give(borrowed);
    }

    @Override
    public boolean isNext(Source source) {
        return source.peekByte() == Segment.PART;
    }

    @Override
    public Object read(Source source, Parts parts, int number) throws XMLStreamException {
        source.readByte();
        Part part = parts.get(number);
        if (Segment.partNumber(source, parts) != number) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    source.at("segment") + ": expected the part " + part.key() + ", found that of another message");
        }
        Reading borrowed = readers.take();
        Object value = borrowed.read(part, source);
        int kind = source.readByte();
        if (kind != Segment.END) {
            throw ParleyException.malformed("the end of the message", "segment " + kind, source.at("segment"));
        }
        readers.give(borrowed);
        return value;
    }

    /** Writer of a part and of the infoset runs in it. */
    private static final class Writing implements Runs.Out {
        private final Supplier<Representation> infosets;
        private final PartWriter parts = new PartWriter(this);
        private Sink sink = PartWriter.NOWHERE;
        private @Nullable ContentWriter infoset;

        Writing(Supplier<Representation> infosets) {
            this.infosets = infosets;
        }

        void write(Binding binding, Object value, Sink to) throws XMLStreamException {
            sink = to;
            parts.write(binding.root(), binding.itemOf(value), to);
            parts.reset();
            sink = PartWriter.NOWHERE;
            infoset = null;
        }

        @Override
        public XMLStreamWriter begin() {
            return infoset();
        }

        @Override
        public void end() throws XMLStreamException {
            infoset().pause();
        }

        private ContentWriter infoset() {
            ContentWriter events = infoset;
            if (events == null) {
                sink.stayWithMessage();
                events = infosets.get().embedded().newWriter(sink, Parts.none());
                infoset = events;
            }
            return events;
        }
    }

    /** Reader of a part and of the infoset runs in it. */
    private static final class Reading implements Runs.In {
        private final Supplier<Representation> infosets;
        private final PartReader parts = new PartReader(this);
        private Source source = PartReader.NOTHING;
        private @Nullable InfosetRuns runs;

        Reading(Supplier<Representation> infosets) {
            this.infosets = infosets;
        }

        Object read(Part part, Source from) throws XMLStreamException {
            source = from;
            Binding binding = part.typed();
            Object value = part.valueOf(parts.read(binding.received(), from));
            parts.reset();
            source = PartReader.NOTHING;
            if (runs != null) {
                runs.close();
                runs = null;
            }
            return part.required(value);
        }

        @Override
        public XMLStreamReader begin(String path) throws XMLStreamException {
            return runs().begin(path);
        }

        @Override
        public void end(String path) throws XMLStreamException {
            runs().end(path);
        }

        private InfosetRuns runs() {
            InfosetRuns known = runs;
            if (known == null) {
                source.stayWithMessage();
                known = new InfosetRuns(source, infosets.get().embedded());
                runs = known;
            }
            return known;
        }
    }
}
