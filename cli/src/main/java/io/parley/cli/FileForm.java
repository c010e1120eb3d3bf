package io.parley.cli;

import io.parley.representation.Sink;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** How a whole document stands in a file. */
interface FileForm {
    /**
     * Writes a document.
     *
     * @param in before its first event; read to its end
     * @param sink stays the caller's to finish or discard
     */
    void encode(XMLStreamReader in, Sink sink) throws XMLStreamException;

    /**
     * Reads a document, which is all that the source has, and writes it as XML.
     *
     * @param source stays the caller's to close
     */
    void decode(Source source, XMLStreamWriter out) throws XMLStreamException;
}
