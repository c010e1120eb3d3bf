package io.parley.representation;

import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Describes the events of a reader in a short notation, and copies them to a writer. */
public final class Events {
    private Events() {}

    /** Describes all following events: prefixes and declarations literally, strings in quotes. */
    public static String describe(XMLStreamReader reader, boolean declarations) throws XMLStreamException {
        var text = new StringBuilder();
        while (reader.hasNext()) {
            reader.next();
            describe(reader, declarations, text);
        }
        return text.toString();
    }

    /** Appends a description of the current event. */
    public static void describe(XMLStreamReader reader, boolean declarations, StringBuilder text) {
        switch (reader.getEventType()) {
            case XMLStreamReader.START_ELEMENT -> describeStart(reader, declarations, text);
            case XMLStreamReader.END_ELEMENT -> text.append("</>");
            case XMLStreamReader.CHARACTERS ->
                text.append('"').append(reader.getText()).append('"');
            case XMLStreamReader.CDATA ->
                text.append('[').append(reader.getText()).append(']');
            case XMLStreamReader.COMMENT ->
                text.append('!').append(reader.getText()).append('!');
            case XMLStreamReader.PROCESSING_INSTRUCTION ->
                text.append('?')
                        .append(reader.getPITarget())
                        .append(' ')
                        .append(reader.getPIData())
                        .append('?');
            case XMLStreamReader.DTD -> text.append(reader.getText());
            case XMLStreamReader.END_DOCUMENT -> text.append('.');
            default -> throw new AssertionError("event " + reader.getEventType());
        }
    }

    /** Copies all following events. */
    public static void copy(XMLStreamReader reader, XMLStreamWriter writer) throws XMLStreamException {
        while (reader.hasNext()) {
            reader.next();
            copyEvent(reader, writer);
        }
    }

    /** Copies the current event. */
    public static void copyEvent(XMLStreamReader reader, XMLStreamWriter writer) throws XMLStreamException {
        switch (reader.getEventType()) {
            case XMLStreamReader.START_ELEMENT -> copyStart(reader, writer);
            case XMLStreamReader.END_ELEMENT -> writer.writeEndElement();
            case XMLStreamReader.CHARACTERS -> writer.writeCharacters(reader.getText());
            case XMLStreamReader.CDATA -> writer.writeCData(reader.getText());
            case XMLStreamReader.COMMENT -> writer.writeComment(reader.getText());
            case XMLStreamReader.PROCESSING_INSTRUCTION ->
                writer.writeProcessingInstruction(reader.getPITarget(), reader.getPIData());
            case XMLStreamReader.DTD -> writer.writeDTD(reader.getText());
            case XMLStreamReader.END_DOCUMENT -> writer.writeEndDocument();
            default -> throw new AssertionError("event " + reader.getEventType());
        }
    }

    private static void describeStart(XMLStreamReader reader, boolean declarations, StringBuilder text) {
        text.append('<').append(name(reader.getPrefix(), reader.getName()));
        for (int i = 0; declarations && i < reader.getNamespaceCount(); i++) {
            text.append(' ').append(reader.getNamespacePrefix(i)).append(':');
            text.append('=').append(reader.getNamespaceURI(i));
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            text.append(' ').append(name(reader.getAttributePrefix(i), reader.getAttributeName(i)));
            text.append('=').append(reader.getAttributeValue(i));
        }
        text.append('>');
    }

    private static void copyStart(XMLStreamReader reader, XMLStreamWriter writer) throws XMLStreamException {
        writer.writeStartElement(reader.getPrefix(), reader.getLocalName(), reader.getNamespaceURI());
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            writer.writeNamespace(reader.getNamespacePrefix(i), reader.getNamespaceURI(i));
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            writer.writeAttribute(
                    reader.getAttributePrefix(i),
                    reader.getAttributeNamespace(i),
                    reader.getAttributeLocalName(i),
                    reader.getAttributeValue(i));
        }
    }

    private static String name(String prefix, QName name) {
        return (prefix.isEmpty() ? "" : prefix + ":") + name;
    }
}
