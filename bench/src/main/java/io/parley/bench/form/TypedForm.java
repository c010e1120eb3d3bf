package io.parley.bench.form;

import io.parley.bench.document.Document;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import io.parley.schema.SafeXml;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * A representation that is bound to a schema: the root is a typed part, written from a record and read into a record
 * or, as for a consumer that only knows StAX, as events.
 */
record TypedForm(String name, Representation representation, boolean expanded, Chunks chunks) implements Form {
    /**
     * Creates the form.
     *
     * @param expanded true if it is read as events, not as a record
     */
    TypedForm(String name, Representation representation, boolean expanded) {
        this(name, representation, expanded, new Chunks());
    }

    @Override
    public boolean does(Direction direction, Document document) {
        return document.typed().isPresent()
                && (direction == Direction.READ || (direction == Direction.WRITE && !expanded));
    }

    @Override
    public Work work(Direction direction, Document document) throws Exception {
        Work writing = writing(document);
        if (direction == Direction.WRITE) {
            return writing;
        }
        writing.run();
        return expanded ? events(document) : record(document);
    }

    @Override
    public long bytes(Document document) throws Exception {
        return writing(document).run();
    }

    private Work writing(Document document) throws Exception {
        Document.Typed typed = document.typed().orElseThrow();
        XMLStreamReader xml = RivalParsers.woodstox().createXMLStreamReader(document.xml());
        xml.nextTag();
        Object value = typed.binding().read(xml);
        OnePart<Object> part = part(document);
        return () -> chunks.write(sink -> part.write(value, sink));
    }

    private Work record(Document document) throws Exception {
        Document.Typed typed = document.typed().orElseThrow();
        OnePart<Object> part = part(document);
        Object first = read(part);
        Memory again = new Memory();
        XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(again, "UTF-8");
        typed.binding().write(first, out);
        out.close();
        long tally = Tally.of(RivalParsers.woodstox().createXMLStreamReader(again.open()));
        return () -> {
            if (!read(part).getClass().equals(first.getClass())) {
                throw new IllegalStateException("expected what was read before, found something else");
            }
            return tally;
        };
    }

    private Object read(OnePart<Object> part) throws XMLStreamException {
        try (Source source = chunks.open()) {
            return part.read(source);
        }
    }

    private OnePart<Object> part(Document document) {
        return new OnePart<>(representation, document.typed().orElseThrow().parts(), Object.class);
    }

    private Work events(Document document) {
        Document.Typed typed = document.typed().orElseThrow();
        return () -> {
            try (Source source = chunks.open()) {
                return Tally.of(representation, typed.parts(), source);
            }
        };
    }

    @Override
    public void close() {
        chunks.release();
    }
}
