package io.parley.cli;

import io.parley.binding.Parts;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * A document as a sequence of infoset events in a representation.
 *
 * @param parts of the schema, for representations that use them
 */
record InfosetForm(Representation representation, Parts parts) implements FileForm {

    @Override
    public void encode(XMLStreamReader in, Sink sink) throws XMLStreamException {
        ContentWriter out = representation.newWriter(sink, parts);
        new EventCopy(in, out).copy();
        out.close();
    }

    @Override
    public void decode(Source source, XMLStreamWriter out) throws XMLStreamException {
        new EventCopy(representation.newReader(source, parts), out).copy();
        source.expectEnd("document");
    }
}
