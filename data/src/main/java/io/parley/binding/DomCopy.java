package io.parley.binding;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Copies a DOM element to a writer. Declarations in scope around the element are added to it, so that it is
 * self-contained.
 */
final class DomCopy {
    private DomCopy() {}

    static void write(Element root, XMLStreamWriter out) throws XMLStreamException {
        start(root, true, out);
        Node node = root;
        while (true) {
            Node next = node.getFirstChild();
            if (next != null && (node == root || node.getNodeType() == Node.ELEMENT_NODE)) {
                node = next;
                enter(node, out);
                continue;
            }
            while (node != root && node.getNextSibling() == null) {
                leave(node, out);
                node = node.getParentNode();
            }
            if (node == root) {
                out.writeEndElement();
                return;
            }
            leave(node, out);
            node = node.getNextSibling();
            enter(node, out);
        }
    }

    private static void enter(Node node, XMLStreamWriter out) throws XMLStreamException {
        switch (node.getNodeType()) {
            case Node.ELEMENT_NODE -> start((Element) node, false, out);
            case Node.TEXT_NODE -> out.writeCharacters(node.getNodeValue());
            case Node.CDATA_SECTION_NODE -> out.writeCData(node.getNodeValue());
            case Node.COMMENT_NODE -> out.writeComment(node.getNodeValue());
            case Node.PROCESSING_INSTRUCTION_NODE ->
                out.writeProcessingInstruction(node.getNodeName(), node.getNodeValue());
            default -> {
                // hardened parsers produce no entity references
            }
        }
    }

    private static void leave(Node node, XMLStreamWriter out) throws XMLStreamException {
        if (node.getNodeType() == Node.ELEMENT_NODE) {
            out.writeEndElement();
        }
    }

    private static void start(Element element, boolean first, XMLStreamWriter out) throws XMLStreamException {
        String prefix = orEmpty(element.getPrefix());
        out.writeStartElement(prefix, local(element), orEmpty(element.getNamespaceURI()));
        Set<String> declared = new HashSet<>();
        declarations(element, declared, out);
        if (first) {
            for (Node ancestor = element.getParentNode();
                    ancestor instanceof Element;
                    ancestor = ancestor.getParentNode()) {
                declarations((Element) ancestor, declared, out);
            }
        }
        if (declared.add(prefix) && !orEmpty(element.getNamespaceURI()).equals(orEmpty(context(element, prefix)))) {
            declare(prefix, orEmpty(element.getNamespaceURI()), out);
        }
        for (Attr attribute : attributes(element, false)) {
            if (attribute.getNamespaceURI() == null) {
                out.writeAttribute(local(attribute), attribute.getValue());
            } else {
                out.writeAttribute(
                        orEmpty(attribute.getPrefix()),
                        attribute.getNamespaceURI(),
                        local(attribute),
                        attribute.getValue());
            }
        }
    }

    /** Returns the namespace that ancestors of an element declare for the prefix, or null. */
    private static @Nullable String context(Element element, String prefix) {
        return element.getParentNode() instanceof Element above
                ? above.lookupNamespaceURI(prefix.isEmpty() ? null : prefix)
                : null;
    }

    private static void declarations(Element element, Set<String> declared, XMLStreamWriter out)
            throws XMLStreamException {
        for (Attr attribute : attributes(element, true)) {
            String prefix = XMLConstants.XMLNS_ATTRIBUTE.equals(attribute.getName()) ? "" : local(attribute);
            if (declared.add(prefix)) {
                declare(prefix, attribute.getValue(), out);
            }
        }
    }

    private static void declare(String prefix, String namespace, XMLStreamWriter out) throws XMLStreamException {
        if (prefix.isEmpty()) {
            out.writeDefaultNamespace(namespace);
        } else {
            out.writeNamespace(prefix, namespace);
        }
    }

    private static List<Attr> attributes(Element element, boolean declarations) {
        NamedNodeMap all = element.getAttributes();
        List<Attr> found = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            Attr attribute = (Attr) all.item(i);
            if (XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI()) == declarations) {
                found.add(attribute);
            }
        }
        return found;
    }

    private static String local(Node node) {
        return node.getLocalName() == null ? node.getNodeName() : node.getLocalName();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
