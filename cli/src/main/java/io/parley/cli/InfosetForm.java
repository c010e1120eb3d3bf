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
 * A document as the events of a representation.
 *
 * @param parts what its schema describes, for representations that make use of it
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
