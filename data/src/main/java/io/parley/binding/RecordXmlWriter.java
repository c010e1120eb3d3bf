package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.AttributeSlot;
import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Writer of records as events, guided by their layouts. For one document. */
final class RecordXmlWriter {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;

    private final XMLStreamWriter out;
    private final Prefixes prefixes;

    RecordXmlWriter(XMLStreamWriter out) {
        this.out = out;
        this.prefixes = new Prefixes(out.getNamespaceContext());
    }

    void write(Slot.Element element, Object value) throws XMLStreamException {
        if (value instanceof Fragment fragment) {
            fragment.write(out);
            return;
        }
        Tag tag = new Tag(element.name());
        prefixes.enter();
        if (value instanceof Record.Nil nil) {
            tag.add(new QName(XSI, "nil"), "true");
            if (nil.attributes() != null) {
                attributes(tag, element, nil.attributes());
            }
            tag.write();
        } else if (value instanceof Record record) {
            attributes(tag, element, record);
            content(tag, record);
        } else {
            String text = print((SimpleLayout) element.type(), value, element.name());
            tag.write();
            out.writeCharacters(text);
        }
        out.writeEndElement();
        prefixes.leave();
    }

    private void attributes(Tag tag, Slot.Element element, Record record) {
        ComplexLayout type = record.type();
        if (type != element.type()) {
            QName name = type.name().orElseThrow(() -> new IllegalArgumentException("a substitute without a name"));
            tag.add(new QName(XSI, "type"), text(name));
        }
        for (int i = 0; i < type.attributes().size(); i++) {
            Object value = record.attributeAt(i);
            if (value != null) {
                AttributeSlot slot = type.attributes().get(i);
                tag.add(slot.name(), print(slot.type(), value, slot.name()));
            }
        }
        record.otherAttributes().forEach(tag::add);
    }

    private void content(Tag tag, Record record) throws XMLStreamException {
        if (record.type().content() instanceof ComplexLayout.Content.Text text) {
            Object value = record.text();
            String characters = value == null ? "" : print(text.type(), value, tag.name);
            tag.write();
            out.writeCharacters(characters);
            return;
        }
        tag.write();
        List<Slot> slots = Record.slotsOf(record.type());
        for (int i = 0; i < slots.size(); i++) {
            for (Object item : record.items(i)) {
                item(slots.get(i), item);
            }
        }
    }

    private void item(Slot slot, Object item) throws XMLStreamException {
        if (item instanceof Record.Item named) {
            write((Slot.Element) slot.alternatives().get(Members.alternative(slot, named.name())), named.value());
        } else if (item instanceof Fragment fragment) {
            fragment.write(out);
        } else {
            write((Slot.Element) slot.alternatives().get(0), item);
        }
    }

    private String print(SimpleLayout type, Object value, QName where) {
        try {
            return Lexical.print(type, value, prefixes::of);
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    where + ": expected a value of " + type.builtIn().getLocalPart()
                            + ", found one that it has no text for",
                    e);
        }
    }

    private String text(QName name) {
        String prefix = prefixes.of(name);
        return prefix.isEmpty() ? name.getLocalPart() : prefix + ":" + name.getLocalPart();
    }

    /** A start tag, which is collected so that the prefixes of its attributes are known before it is written. */
    private final class Tag {
        private final QName name;
        private final List<Map.Entry<QName, String>> attributes = new ArrayList<>();

        Tag(QName name) {
            this.name = name;
        }

        void add(QName attribute, @Nullable String value) {
            attributes.add(Map.entry(attribute, value == null ? "" : value));
        }

        void write() throws XMLStreamException {
            String prefix = prefixes.of(name);
            for (Map.Entry<QName, String> attribute : attributes) {
                if (!attribute.getKey().getNamespaceURI().isEmpty()) {
                    prefixes.of(attribute.getKey());
                }
            }
            out.writeStartElement(prefix, name.getLocalPart(), name.getNamespaceURI());
            prefixes.declare(out);
            for (Map.Entry<QName, String> attribute : attributes) {
                QName key = attribute.getKey();
                if (key.getNamespaceURI().isEmpty()) {
                    out.writeAttribute(key.getLocalPart(), attribute.getValue());
                } else {
                    out.writeAttribute(
                            prefixes.of(key), key.getNamespaceURI(), key.getLocalPart(), attribute.getValue());
                }
            }
        }
    }
}
