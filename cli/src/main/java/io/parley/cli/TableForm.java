package io.parley.cli;

import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.representation.tdxml.DataSchema;
import io.parley.representation.tdxml.TdxmlDocument;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** A document as a TDXML table with its data schema; only writing needs the schema. */
record TableForm(@Nullable FileSchema schema) implements FileForm {

    @Override
    public void encode(XMLStreamReader in, Sink sink) throws XMLStreamException {
        in.nextTag();
        FileSchema known = FileForms.require(schema, "tdxml");
        new TdxmlDocument().write(DataSchema.of(known.root(in.getName())), in, sink);
    }

    @Override
    public void decode(Source source, XMLStreamWriter out) throws XMLStreamException {
        new TdxmlDocument().read(source, out);
        out.writeEndDocument();
        source.expectEnd("document");
    }
}
