package io.parley.representation;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Writes the event that a reader stands at, by calls that say all of it. The reader stays there. */
public final class StaxCopy {
    private StaxCopy() {}

    /** A start tag: {@link #name}, then {@link #attributes}. */
    public static void start(XMLStreamReader in, XMLStreamWriter out) throws XMLStreamException {
        name(in, out);
        attributes(in, out);
    }

    /** The name of a start tag and its declarations. */
    public static void name(XMLStreamReader in, XMLStreamWriter out) throws XMLStreamException {
        out.writeStartElement(orEmpty(in.getPrefix()), in.getLocalName(), orEmpty(in.getNamespaceURI()));
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            String prefix = orEmpty(in.getNamespacePrefix(i));
            if (prefix.isEmpty()) {
                out.writeDefaultNamespace(orEmpty(in.getNamespaceURI(i)));
            } else {
                out.writeNamespace(prefix, orEmpty(in.getNamespaceURI(i)));
            }
        }
    }

    /** The attributes of a start tag. */
    public static void attributes(XMLStreamReader in, XMLStreamWriter out) throws XMLStreamException {
        for (int i = 0; i < in.getAttributeCount(); i++) {
            String namespace = orEmpty(in.getAttributeNamespace(i));
            String name = in.getAttributeLocalName(i);
            if (namespace.isEmpty()) {
                out.writeAttribute(name, in.getAttributeValue(i));
            } else {
                out.writeAttribute(orEmpty(in.getAttributePrefix(i)), namespace, name, in.getAttributeValue(i));
            }
        }
    }

    /** Copies the content between tags: text, sections, comments, instructions. Ignores any other event. */
    public static void content(XMLStreamReader in, XMLStreamWriter out) throws XMLStreamException {
        switch (in.getEventType()) {
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE -> out.writeCharacters(in.getText());
            case XMLStreamConstants.CDATA -> out.writeCData(in.getText());
            case XMLStreamConstants.COMMENT -> out.writeComment(in.getText());
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                out.writeProcessingInstruction(in.getPITarget(), orEmpty(in.getPIData()));
            default -> {
                // nothing else stands in a message
            }
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
