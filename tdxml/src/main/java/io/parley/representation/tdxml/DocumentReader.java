package io.parley.representation.tdxml;

import io.parley.Limits;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Converts the rows of a document to XML. Checks that every row has a place in the schema, and the order and count of
 * occurrences.
 */
final class DocumentReader {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;
    private static final QName XSI_TYPE = new QName(XSI, "type");

    private final DataSchema schema;
    private final XMLStreamWriter out;
    private final Elements elements;
    private final Limits limits;
    private final BinaryParts binaries;
    private int generatedPrefixes;

    DocumentReader(DataSchema schema, XMLStreamWriter out, Elements elements, Limits limits, BinaryParts binaries) {
        this.schema = schema;
        this.out = out;
        this.elements = elements;
        this.limits = limits;
        this.binaries = binaries;
    }

    /** Writes the root elements. The first one is written even if it has no row. */
    void write(Rows rows) throws XMLStreamException {
        List<RowNode> nodes = RowNode.roots(rows);
        List<ElementType.Child> roots = schema.names().roots();
        if (nodes.isEmpty()) {
            element(roots.get(0), null, null);
        }
        for (RowNode node : nodes) {
            if (node.number() >= roots.size() || node.occurrence() != Rows.NONE) {
                throw unexpected("an element that the schema has at the top", node);
            }
            element(roots.get(node.number()), node, null);
        }
    }

    private void element(ElementType.Child child, @Nullable RowNode node, @Nullable RowNode parent)
            throws XMLStreamException {
        RowNode.Cell own = node == null ? null : node.own();
        if (own != null && own.mark() == Mark.XML) {
            whole(child, node, own);
            return;
        }
        if (child.name() == null || child.type().isWholeXml()) {
            throw unexpected("an element as XML", node);
        }
        ElementType type = actual(child.type(), node);
        start(child.name(), parent == null);
        attributes(type, node);
        if (own != null && own.mark() == Mark.NIL) {
            out.writeAttribute("xsi", XSI, "nil", "true");
            expectNoChildren(node);
        } else if (type.text() != null) {
            expectNoChildren(node);
            out.writeCharacters(text(type.text(), own, child, node));
        } else {
            if (own != null && !own.text().isEmpty()) {
                throw unexpected("nothing after the key of an element without text", node);
            }
            children(type, node);
        }
        out.writeEndElement();
    }

    private void whole(ElementType.Child child, @Nullable RowNode node, RowNode.Cell own) throws XMLStreamException {
        expectNoChildren(node);
        String where = node == null ? "table" : node.key();
        elements.read(own.text(), limits, where, in -> {
            boolean named = child.name() == null || child.name().equals(in.getName());
            if (!named) {
                throw unexpected("the element that the key names", node);
            }
            io.parley.binding.Fragment.read(in).write(out);
            return in;
        });
    }

    private ElementType actual(ElementType declared, @Nullable RowNode node) {
        for (ElementType.Attribute attribute : declared.attributes()) {
            RowNode.Cell said = node == null ? null : node.attributes().get(attribute.number());
            if (said != null && XSI_TYPE.equals(attribute.name())) {
                ElementType type = schema.names().typeOf(said.text());
                if (type == null || type.isWholeXml()) {
                    throw unexpected("the name of a type in the schema", node);
                }
                return type;
            }
        }
        return declared;
    }

    private void start(QName name, boolean isRoot) throws XMLStreamException {
        out.writeStartElement(name.getPrefix(), name.getLocalPart(), name.getNamespaceURI());
        if (!isRoot) {
            return;
        }
        for (Map.Entry<String, String> each : new TreeMap<>(schema.namespaces()).entrySet()) {
            if (each.getKey().isEmpty()) {
                out.writeDefaultNamespace(each.getValue());
            } else {
                out.writeNamespace(each.getKey(), each.getValue());
            }
        }
        if (!XSI.equals(schema.namespaces().get("xsi"))) {
            out.writeNamespace("xsi", XSI);
        }
    }

    private void attributes(ElementType type, @Nullable RowNode node) throws XMLStreamException {
        Map<Integer, RowNode.Cell> rows = node == null ? Map.of() : new LinkedHashMap<>(node.attributes());
        for (ElementType.Attribute attribute : type.attributes()) {
            RowNode.Cell cell = node == null ? null : rows.remove(attribute.number());
            if (cell != null && (cell.mark() == Mark.XML) != (attribute.name() == null)) {
                throw unexpected("the value of an attribute", node);
            }
            if (attribute.name() == null) {
                others(cell, node);
            } else if (cell != null) {
                attribute(attribute.name(), value(attribute.type(), cell.text(), node));
            } else if (attribute.whenAbsent() != null) {
                attribute(attribute.name(), attribute.whenAbsent());
            }
        }
        if (!rows.isEmpty()) {
            throw unexpected("attributes of " + type.name(), node);
        }
    }

    private void others(RowNode.@Nullable Cell cell, @Nullable RowNode node) throws XMLStreamException {
        if (cell != null && node != null) {
            Map<QName, String> others = elements.readAttributes(cell.text(), limits, node.key());
            for (Map.Entry<QName, String> each : others.entrySet()) {
                attribute(each.getKey(), each.getValue());
            }
        }
    }

    private void attribute(QName name, String value) throws XMLStreamException {
        String namespace = name.getNamespaceURI();
        if (namespace.isEmpty()) {
            out.writeAttribute(name.getLocalPart(), value);
        } else if (namespace.equals(XMLConstants.XML_NS_URI)) {
            out.writeAttribute("xml", namespace, name.getLocalPart(), value);
        } else if (name.getPrefix().isEmpty()) {
            out.writeAttribute(declared(namespace), namespace, name.getLocalPart(), value);
        } else {
            out.writeAttribute(name.getPrefix(), namespace, name.getLocalPart(), value);
        }
    }

    /** Declares a new prefix on the current element, for names without one. */
    private String declared(String namespace) throws XMLStreamException {
        String prefix = "tn" + ++generatedPrefixes;
        out.writeNamespace(prefix, namespace);
        return prefix;
    }

    private void children(ElementType type, @Nullable RowNode node) throws XMLStreamException {
        if (node == null) {
            return;
        }
        Map<Integer, List<RowNode>> places = new TreeMap<>();
        for (RowNode each : node.children()) {
            ElementType.Child child = type.child(each.number());
            if (child == null || child.repeats() != (each.occurrence() != Rows.NONE)) {
                throw unexpected("a child of " + type.name(), each);
            }
            places.computeIfAbsent(child.place(), place -> new ArrayList<>()).add(each);
        }
        for (List<RowNode> here : places.values()) {
            here.sort(Comparator.comparingInt(RowNode::occurrence));
            expectDense(type, here);
            for (RowNode each : here) {
                child(type, each, node);
            }
        }
    }

    private void expectDense(ElementType type, List<RowNode> here) {
        for (int i = 0; i < here.size(); i++) {
            boolean once = here.get(i).occurrence() == Rows.NONE && here.size() == 1;
            if (!once && here.get(i).occurrence() != i) {
                throw unexpected("occurrences of " + type.name() + " without a gap", here.get(i));
            }
        }
    }

    private void child(ElementType type, RowNode each, RowNode parent) throws XMLStreamException {
        ElementType.Child child = type.child(each.number());
        if (child != null && child.isText()) {
            RowNode.Cell own = each.own();
            if (own == null || own.mark() != null || !each.attributes().isEmpty()) {
                throw unexpected("a piece of text", each);
            }
            expectNoChildren(each);
            out.writeCharacters(own.text());
        } else if (child != null) {
            element(child, each, parent);
        }
    }

    private String text(DataType type, RowNode.@Nullable Cell own, ElementType.Child child, @Nullable RowNode node)
            throws XMLStreamException {
        String text = own == null ? "" : own.text();
        String defaultValue = text.isEmpty() ? child.whenEmpty() : null;
        if (defaultValue != null || type != DataType.OCTET_STRING) {
            return defaultValue == null ? value(type, text, node) : defaultValue;
        }
        return binaries.take(text, node == null ? "table" : node.key())
                .map(Base64.getEncoder()::encodeToString)
                .orElse(text);
    }

    /** Returns a value for XML; declares the namespaces of qualified names on the current element. */
    private String value(DataType type, String text, @Nullable RowNode node) throws XMLStreamException {
        if (type != DataType.QNAME_VALUE || text.indexOf('{') < 0) {
            return text;
        }
        StringBuilder names = new StringBuilder();
        for (String word : text.strip().split(" +", -1)) {
            try {
                QName name = SimpleText.parseName(word);
                names.append(names.length() == 0 ? "" : " ");
                names.append(name.getNamespaceURI().isEmpty() ? "" : declared(name.getNamespaceURI()) + ":");
                names.append(name.getLocalPart());
            } catch (IllegalArgumentException e) {
                throw unexpected("a qualified name", node);
            }
        }
        return names.toString();
    }

    private static void expectNoChildren(@Nullable RowNode node) {
        if (node != null && !node.children().isEmpty()) {
            throw unexpected("no row below an element without children", node);
        }
    }

    private static ParleyException unexpected(String expected, @Nullable RowNode node) {
        return ParleyException.malformed(expected, "another row", node == null ? "table" : node.key());
    }
}
