package io.parley.cli;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a reader has, each event by the call that says all of it. Text that comes in pieces is written whole, so
 * that it does not depend on a parser's buffers where one ends. Used once, by one thread.
 */
final class EventCopy {
    private final XMLStreamReader in;
    private final XMLStreamWriter out;
    private final StringBuilder text = new StringBuilder();

    EventCopy(XMLStreamReader in, XMLStreamWriter out) {
        this.in = in;
        this.out = out;
    }

    /** Copies a document, from its beginning to its end. */
    void copy() throws XMLStreamException {
        while (in.hasNext()) {
            int event = in.next();
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.SPACE) {
                text.append(in.getText());
            } else {
                writeText();
                write(event);
            }
        }
    }

    private void writeText() throws XMLStreamException {
        if (!text.isEmpty()) {
            out.writeCharacters(text.toString());
            text.setLength(0);
        }
    }

    private void write(int event) throws XMLStreamException {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> writeStart();
            case XMLStreamConstants.END_ELEMENT -> out.writeEndElement();
            case XMLStreamConstants.CDATA -> out.writeCData(in.getText());
            case XMLStreamConstants.COMMENT -> out.writeComment(in.getText());
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                out.writeProcessingInstruction(in.getPITarget(), in.getPIData());
            case XMLStreamConstants.DTD -> out.writeDTD(in.getText());
            case XMLStreamConstants.END_DOCUMENT -> out.writeEndDocument();
            default -> throw new XMLStreamException("expected an event of a document, found number " + event);
        }
    }

    private void writeStart() throws XMLStreamException {
        out.writeStartElement(orEmpty(in.getPrefix()), in.getLocalName(), orEmpty(in.getNamespaceURI()));
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            String prefix = orEmpty(in.getNamespacePrefix(i));
            if (prefix.isEmpty()) {
                out.writeDefaultNamespace(orEmpty(in.getNamespaceURI(i)));
            } else {
                out.writeNamespace(prefix, orEmpty(in.getNamespaceURI(i)));
            }
        }
        for (int i = 0; i < in.getAttributeCount(); i++) {
            String namespace = orEmpty(in.getAttributeNamespace(i));
            if (namespace.isEmpty()) {
                out.writeAttribute(in.getAttributeLocalName(i), in.getAttributeValue(i));
            } else {
                out.writeAttribute(
                        orEmpty(in.getAttributePrefix(i)),
                        namespace,
                        in.getAttributeLocalName(i),
                        in.getAttributeValue(i));
            }
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
