package io.parley.cli;

import io.parley.binding.Binding;
import io.parley.binding.Parts;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.Objects;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** A document whose root is one typed part in a representation. */
record TypedForm(Representation representation, FileSchema schema, Parts parts) implements FileForm {

    @Override
    public void encode(XMLStreamReader in, Sink sink) throws XMLStreamException {
        in.nextTag();
        int part = FileSchema.number(parts, schema.root(in.getName()));
        Binding binding = Objects.requireNonNull(parts.get(part).binding());
        ContentWriter out = representation.newWriter(sink, parts);
        out.writePart(part, binding.read(in));
        out.writeEndDocument();
    }

    @Override
    public void decode(Source source, XMLStreamWriter out) throws XMLStreamException {
        new EventCopy(representation.newReader(source, parts), out).copy();
        source.expectEnd("document");
    }
}
