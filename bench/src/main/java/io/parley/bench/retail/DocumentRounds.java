package io.parley.bench.retail;

import io.parley.Limits;
import io.parley.bench.contest.Door;
import io.parley.bench.document.Document;
import io.parley.bench.form.Content;
import io.parley.bench.form.Events;
import io.parley.bench.form.OnePart;
import io.parley.bench.form.Tally;
import io.parley.bench.form.Work;
import io.parley.binding.Parts;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.schema.SafeXml;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Round trips of a document on the stream, with one session for each representation: the document is written from
 * events on both sides, and read on both. If it has a schema, schema-bound representations carry it as a record.
 */
public final class DocumentRounds implements AutoCloseable {
    /** The representations that may be negotiated; the first is the text to which the others are compared. */
    public static final List<String> ALL = List.of("xml", "hhfr", "bnux", "fastinfoset", "tdxml");

    private final StreamPair pair;
    private final Map<String, Work> works = new LinkedHashMap<>();

    private DocumentRounds(StreamPair pair) {
        this.pair = pair;
    }

    /** Opens the sessions of one document. */
    public static DocumentRounds open(Document document) throws IOException, XMLStreamException {
        DocumentRounds rounds = new DocumentRounds(new StreamPair(Door.DIRECT));
        boolean opened = false;
        try {
            for (String name : ALL) {
                rounds.add(name, document);
            }
            opened = true;
            return rounds;
        } finally {
            if (!opened) {
                rounds.close();
            }
        }
    }

    /**
     * Returns one exchange for each representation, in the order of {@link #ALL}; an exchange returns a number other
     * than 0.
     */
    public Map<String, Work> works() {
        return Collections.unmodifiableMap(works);
    }

    private void add(String name, Document document) throws XMLStreamException {
        Representation representation =
                Representations.load(DocumentRounds.class.getClassLoader()).get(name);
        if (representation.isTyped() && document.typed().isPresent()) {
            Document.Typed typed = document.typed().orElseThrow();
            XMLStreamReader in = SafeXml.reader(document.xml(), Limits.defaults());
            in.nextTag();
            add(
                    name,
                    new OnePart<>(representation, typed.parts(), Object.class),
                    typed.binding().read(in));
        } else {
            Events events = Events.of(SafeXml.reader(document.xml(), Limits.defaults()));
            add(name, new Infoset(representation, events), events);
        }
    }

    private void add(String name, Content<Object> content, Object value) {
        Line.Calls<Object> round = pair.open(name, content, same -> same);
        works.put(name, () -> round.exchange(value).hashCode() | 1);
    }

    @Override
    public void close() {
        pair.close();
    }

    /** Content as events: a received document is checked by its tally and answered with the same events. */
    private record Infoset(Representation representation, Events events, long tally) implements Content<Object> {
        Infoset(Representation representation, Events events) {
            this(representation, events, events.tally());
        }

        @Override
        public void write(Object value, Sink sink) throws XMLStreamException {
            events.tell(representation, sink);
        }

        @Override
        public Object read(Source source) throws XMLStreamException {
            if (Tally.of(representation, Parts.none(), source) != tally) {
                throw new XMLStreamException("another document came");
            }
            return events;
        }
    }
}
