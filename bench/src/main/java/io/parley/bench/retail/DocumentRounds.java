package io.parley.bench.retail;

import io.parley.Limits;
import io.parley.bench.contest.Door;
import io.parley.bench.document.Document;
import io.parley.bench.form.Events;
import io.parley.bench.form.Tally;
import io.parley.bench.form.Work;
import io.parley.binding.Parts;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.schema.SafeXml;
import java.io.IOException;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A document over the stream and back: written from events on both sides, and read on both. Where it has a schema, schema-bound
 * representations carry it as a record.
 */
public final class DocumentRounds implements AutoCloseable {
    /** What may be negotiated, the text that all are held against first. */
    public static final List<String> ALL = List.of("xml", "hhfr", "bnux", "fastinfoset", "tdxml");

    private final StreamRound<Object> round;
    private final Object value;

    private DocumentRounds(StreamRound<Object> round, Object value) {
        this.round = round;
        this.value = value;
    }

    /** Opens a session for one document. */
    public static DocumentRounds open(String name, Document document) throws IOException, XMLStreamException {
        Representation representation =
                Representations.load(DocumentRounds.class.getClassLoader()).get(name);
        if (representation.isTyped() && document.typed().isPresent()) {
            Document.Typed typed = document.typed().orElseThrow();
            XMLStreamReader in = SafeXml.reader(document.xml(), Limits.defaults());
            in.nextTag();
            Object record = typed.binding().read(in);
            return new DocumentRounds(
                    new StreamRound<>(
                            name,
                            new OnePart<>(representation, typed.parts(), Object.class),
                            same -> same,
                            Door.DIRECT),
                    record);
        }
        Events events = Events.of(SafeXml.reader(document.xml(), Limits.defaults()));
        return new DocumentRounds(
                new StreamRound<>(name, new Infoset(representation, events), same -> same, Door.DIRECT), events);
    }

    /** One exchange, which returns a number that is not 0. */
    public Work work() {
        return () -> round.exchange(value).hashCode() | 1;
    }

    @Override
    public void close() {
        round.close();
    }

    /** Events; what was read is counted, and answered with the same events. */
    private record Infoset(Representation representation, Events events, long tally) implements Content<Object> {
        Infoset(Representation representation, Events events) {
            this(representation, events, events.tally());
        }

        @Override
        public void write(Object value, Sink sink) throws XMLStreamException {
            ContentWriter out = representation.newWriter(sink, Parts.none());
            events.tell(out);
            out.close();
        }

        @Override
        public Object read(Source source) throws XMLStreamException {
            if (Tally.of(representation.newReader(source, Parts.none())) != tally) {
                throw new XMLStreamException("another document came");
            }
            source.expectEnd("document");
            return events;
        }
    }
}
