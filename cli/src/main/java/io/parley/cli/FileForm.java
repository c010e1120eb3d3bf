package io.parley.cli;

import io.parley.representation.Sink;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** The form of a whole document in a file. */
interface FileForm {
    /**
     * Writes a document.
     *
     * @param in before its first event; read to its end
     * @param sink owned by the caller, who finishes or discards it
     */
    void encode(XMLStreamReader in, Sink sink) throws XMLStreamException;

    /**
     * Reads a document, the whole content of the source, and writes it as XML.
     *
     * @param source owned by the caller, who closes it
     */
    void decode(Source source, XMLStreamWriter out) throws XMLStreamException;
}
