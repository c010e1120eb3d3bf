package io.parley.bench.retail;

import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;

/** A value as a typed part with nothing around it. */
record OnePart<T>(Representation representation, Parts parts, Class<T> type) implements Content<T> {
    @Override
    public void write(T value, Sink sink) throws XMLStreamException {
        ContentWriter out = representation.newWriter(sink, parts);
        out.writePart(0, value);
        out.writeEndDocument();
    }

    @Override
    public T read(Source source) throws XMLStreamException {
        ContentReader in = representation.newReader(source, parts);
        in.nextTag();
        ContentReader.TypedPart part = in.part();
        if (part == null) {
            throw new XMLStreamException("expected a typed part, found an element");
        }
        T value = type.cast(part.take());
        in.next();
        source.expectEnd("message");
        return value;
    }
}
