package io.parley.representation;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Copies the current event of a reader to a writer, with all its properties. The reader does not move. */
public final class StaxCopy {
    private StaxCopy() {}

    /** Copies a start tag: its {@linkplain #name name}, then its {@linkplain #attributes attributes}. */
    public static void start(XMLStreamReader in, XMLStreamWriter out) throws XMLStreamException {
        name(in, out);
        attributes(in, out);
    }

    /** Copies the name and the namespace declarations of a start tag. */
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

    /** Copies the attributes of a start tag. */
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
                // messages have no other events between tags
            }
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
