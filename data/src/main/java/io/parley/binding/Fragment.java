package io.parley.binding;

import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * One element with all its content, as events: the value in a {@link Record} of content that its layout does not
 * describe. It declares every prefix that it uses, so it can be moved. Immutable.
 */
public final class Fragment {
    private final List<Event> events;

    private Fragment(List<Event> events) {
        this.events = List.copyOf(events);
    }

    sealed interface Event {}

    record Start(QName name, String prefix, Map<String, String> namespaces, List<Attribute> attributes)
            implements Event {}

    record Attribute(QName name, String prefix, String value) {}

    record Text(String text) implements Event {}

    record Comment(String text) implements Event {}

    record Instruction(String target, String data) implements Event {}

    enum End implements Event {
        END
    }

    /**
     * Reads the element at the reader's position.
     *
     * @param in reader at the element's start; moved to its end
     */
    public static Fragment read(XMLStreamReader in) throws XMLStreamException {
        return new Fragment(new FragmentReader().read(in));
    }

    /** Returns the element's name. */
    public QName name() {
        return ((Start) events.get(0)).name();
    }

    /** Writes the element with all its content. */
    public void write(XMLStreamWriter out) throws XMLStreamException {
        for (Event event : events) {
            if (event instanceof Start start) {
                write(start, out);
            } else if (event instanceof Text text) {
                out.writeCharacters(text.text());
            } else if (event instanceof Comment comment) {
                out.writeComment(comment.text());
            } else if (event instanceof Instruction instruction) {
                out.writeProcessingInstruction(instruction.target(), instruction.data());
            } else {
                out.writeEndElement();
            }
        }
    }

    private static void write(Start start, XMLStreamWriter out) throws XMLStreamException {
        out.writeStartElement(
                start.prefix(), start.name().getLocalPart(), start.name().getNamespaceURI());
        for (Map.Entry<String, String> namespace : start.namespaces().entrySet()) {
            if (namespace.getKey().isEmpty()) {
                out.writeDefaultNamespace(namespace.getValue());
            } else {
                out.writeNamespace(namespace.getKey(), namespace.getValue());
            }
        }
        for (Attribute attribute : start.attributes()) {
            QName name = attribute.name();
            if (attribute.prefix().isEmpty()) {
                out.writeAttribute(name.getLocalPart(), attribute.value());
            } else {
                out.writeAttribute(attribute.prefix(), name.getNamespaceURI(), name.getLocalPart(), attribute.value());
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fragment fragment && events.equals(fragment.events);
    }

    @Override
    public int hashCode() {
        return events.hashCode();
    }

    /** Returns the name and the size, never the content. */
    @Override
    public String toString() {
        return "<" + name() + "> with " + events.size() + " events";
    }
}
