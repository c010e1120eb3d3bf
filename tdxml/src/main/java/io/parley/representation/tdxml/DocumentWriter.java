package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Fragment;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Converts an XML document to the rows of a data schema. {@link DocumentReader} converts it back. */
final class DocumentWriter {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;
    private static final QName XSI_TYPE = new QName(XSI, "type");

    private final DataSchema schema;
    private final XMLStreamReader in;
    private final TableWriter table;
    private final Elements elements;
    private final BinaryParts binaries;

    DocumentWriter(DataSchema schema, XMLStreamReader in, TableWriter table, Elements elements, BinaryParts binaries) {
        this.schema = schema;
        this.in = in;
        this.table = table;
        this.elements = elements;
        this.binaries = binaries;
    }

    /** Writes the current element of the reader, as one of the schema's roots. */
    void write() throws XMLStreamException {
        for (ElementType.Child root : schema.names().roots()) {
            if (in.getName().equals(root.name())) {
                int mark = table.mark();
                table.enter(root.number());
                element(root.type());
                table.leave(mark);
                return;
            }
        }
        throw violation("an element that the schema has at the top");
    }

    /** Writes an element; leaves the reader at its end. */
    private void element(ElementType declared) throws XMLStreamException {
        ElementType type = actual(declared);
        if (type == null || type.isWholeXml() || !attributesFit(type)) {
            Fragment whole = Fragment.read(in);
            table.xml(elements.print(whole::write));
            return;
        }
        long before = table.rows();
        attributes(type);
        if (isNil()) {
            table.mark(Mark.NIL);
            passEnd();
        } else if (type.text() != null) {
            table.text(own(type.text(), in.getElementText()));
        } else {
            children(type);
        }
        if (table.rows() == before) {
            table.present();
        }
    }

    /** Returns the type that the element names by {@code xsi:type}; null if the schema does not have it. */
    private @Nullable ElementType actual(ElementType declared) {
        String typeName = in.getAttributeValue(XSI, "type");
        boolean expected = declared.attributes().stream().anyMatch(each -> XSI_TYPE.equals(each.name()));
        if (typeName == null) {
            return declared;
        }
        return expected ? schema.names().type(qualified(typeName)) : null;
    }

    private boolean attributesFit(ElementType type) {
        for (int i = 0; i < in.getAttributeCount(); i++) {
            QName name = in.getAttributeName(i);
            boolean known = isNil(name)
                    || type.attributes().stream()
                            .anyMatch(each -> each.name() == null || each.name().equals(name));
            if (!known) {
                return false;
            }
        }
        return true;
    }

    private void attributes(ElementType type) throws XMLStreamException {
        Map<QName, String> others = new LinkedHashMap<>();
        for (int i = 0; i < in.getAttributeCount(); i++) {
            others.put(in.getAttributeName(i), in.getAttributeValue(i));
        }
        others.remove(new QName(XSI, "nil"));
        for (ElementType.Attribute attribute : type.attributes()) {
            String value = attribute.name() == null ? null : others.remove(attribute.name());
            if (value != null) {
                table.attribute(attribute.number(), attributeValue(attribute, value));
            }
        }
        for (ElementType.Attribute attribute : type.attributes()) {
            if (attribute.name() == null && !others.isEmpty()) {
                table.attributeXml(attribute.number(), elements.printAttributes(others));
            }
        }
    }

    private String attributeValue(ElementType.Attribute attribute, String value) {
        if (!XSI_TYPE.equals(attribute.name())) {
            return value(attribute.type(), value);
        }
        QName name = qualified(value);
        return schema.names().label(name);
    }

    private void children(ElementType type) throws XMLStreamException {
        Map<Integer, Integer> counts = new HashMap<>();
        int place = 0;
        StringBuilder text = new StringBuilder();
        for (int event = in.next(); event != XMLStreamConstants.END_ELEMENT; event = in.next()) {
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                text.append(in.getText());
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                text(type, text, counts);
                ElementType.Child child = type.child(in.getName());
                child = child == null ? type.any() : child;
                if (child == null || child.place() < place) {
                    throw violation("children of " + type.name() + " in the order of the schema");
                }
                place = child.place();
                int mark = table.mark();
                enter(child, counts);
                element(child.type());
                table.leave(mark);
            }
        }
        text(type, text, counts);
    }

    private void text(ElementType type, StringBuilder text, Map<Integer, Integer> counts) {
        ElementType.Child pieces = type.pieces();
        if (pieces != null && text.length() > 0) {
            int mark = table.mark();
            enter(pieces, counts);
            table.text(text.toString());
            table.leave(mark);
        } else if (!text.toString().isBlank()) {
            throw violation("no text in " + type.name());
        }
        text.setLength(0);
    }

    private void enter(ElementType.Child child, Map<Integer, Integer> counts) {
        int occurrence = counts.merge(child.place(), 1, Integer::sum) - 1;
        if (child.repeats()) {
            table.enter(child.number(), occurrence);
        } else if (occurrence == 0) {
            table.enter(child.number());
        } else {
            throw violation("a child that stands once");
        }
    }

    /** Returns the text of an element, or a reference if it is a binary stored outside the table. */
    private String own(DataType type, String text) {
        return type == DataType.OCTET_STRING ? binaries.put(text).orElse(text) : value(type, text);
    }

    /**
     * Returns a value for a row; qualified names contain their namespace, unless the schema declares their prefix for
     * it.
     */
    private String value(DataType type, String text) {
        if (type != DataType.QNAME_VALUE) {
            return text;
        }
        StringJoiner names = new StringJoiner(" ");
        for (String word : text.strip().split("[ \t\r\n]+", -1)) {
            names.add(word.isEmpty() ? word : SimpleText.print(qualified(word), "table"));
        }
        return names.toString();
    }

    private QName qualified(String text) {
        String label = text.strip();
        int colon = label.indexOf(':');
        String prefix = colon < 0 ? "" : label.substring(0, colon);
        String namespace = in.getNamespaceURI(prefix);
        if (namespace == null && colon >= 0) {
            throw violation("a prefix that is declared");
        }
        return new QName(namespace == null ? "" : namespace, label.substring(colon + 1), prefix);
    }

    private boolean isNil() {
        String nil = in.getAttributeValue(XSI, "nil");
        return nil != null && (nil.strip().equals("true") || nil.strip().equals("1"));
    }

    private static boolean isNil(QName attribute) {
        return attribute.getNamespaceURI().equals(XSI)
                && attribute.getLocalPart().equals("nil");
    }

    private void passEnd() throws XMLStreamException {
        if (!in.getElementText().isBlank()) {
            throw violation("no content in a nil element");
        }
    }

    private ParleyException violation(String expected) {
        int line = in.getLocation() == null ? -1 : in.getLocation().getLineNumber();
        return new ParleyException(
                ErrorCode.SCHEMA_VIOLATION,
                "document" + (line > 0 ? ", line " + line : "") + ": expected " + expected + ", found otherwise");
    }
}
