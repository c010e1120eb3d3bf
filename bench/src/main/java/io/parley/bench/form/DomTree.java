package io.parley.bench.form;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** The JDK's DOM, with what stands beside the root. */
final class DomTree implements BinaryTree.Kind<Document> {
    private static final String XMLNS = XMLConstants.XMLNS_ATTRIBUTE;

    private final DocumentBuilder trees = RivalParsers.trees();

    @Override
    public Document build(XMLStreamReader in) throws XMLStreamException {
        Document tree = trees.newDocument();
        Node at = tree;
        while (in.hasNext()) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> at = at.appendChild(element(in, tree));
                case XMLStreamConstants.END_ELEMENT -> at = at.getParentNode();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text(at, tree, in.getText());
                case XMLStreamConstants.COMMENT -> at.appendChild(tree.createComment(in.getText()));
                case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                    at.appendChild(tree.createProcessingInstruction(in.getPITarget(), orEmpty(in.getPIData())));
                default -> {}
            }
        }
        if (tree.getDocumentElement() == null) {
            throw new XMLStreamException("expected a root");
        }
        return tree;
    }

    /** White space beside the root is no node. */
    private static void text(Node at, Document tree, String text) {
        if (at != tree) {
            at.appendChild(tree.createTextNode(text));
        }
    }

    private static Element element(XMLStreamReader in, Document tree) {
        Element element =
                tree.createElementNS(orNull(in.getNamespaceURI()), qualified(in.getPrefix(), in.getLocalName()));
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            String prefix = orEmpty(in.getNamespacePrefix(i));
            String name = prefix.isEmpty() ? XMLNS : XMLNS + ":" + prefix;
            element.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, name, orEmpty(in.getNamespaceURI(i)));
        }
        for (int i = 0; i < in.getAttributeCount(); i++) {
            element.setAttributeNS(
                    orNull(in.getAttributeNamespace(i)),
                    qualified(in.getAttributePrefix(i), in.getAttributeLocalName(i)),
                    in.getAttributeValue(i));
        }
        return element;
    }

    @Override
    public void write(Document tree, XMLStreamWriter out) throws XMLStreamException {
        out.writeStartDocument();
        children(tree, out);
        out.writeEndDocument();
    }

    private static void children(Node parent, XMLStreamWriter out) throws XMLStreamException {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            node(child, out);
        }
    }

    private static void node(Node node, XMLStreamWriter out) throws XMLStreamException {
        switch (node.getNodeType()) {
            case Node.ELEMENT_NODE -> element((Element) node, out);
            case Node.TEXT_NODE, Node.CDATA_SECTION_NODE -> out.writeCharacters(node.getNodeValue());
            case Node.COMMENT_NODE -> out.writeComment(node.getNodeValue());
            case Node.PROCESSING_INSTRUCTION_NODE ->
                out.writeProcessingInstruction(node.getNodeName(), node.getNodeValue());
            case Node.ENTITY_REFERENCE_NODE -> children(node, out);
            default -> {}
        }
    }

    private static void element(Element element, XMLStreamWriter out) throws XMLStreamException {
        out.writeStartElement(orEmpty(element.getPrefix()), element.getLocalName(), orEmpty(element.getNamespaceURI()));
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            attribute((Attr) attributes.item(i), out);
        }
        children(element, out);
        out.writeEndElement();
    }

    private static void attribute(Attr attribute, XMLStreamWriter out) throws XMLStreamException {
        String namespace = orEmpty(attribute.getNamespaceURI());
        if (!namespace.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
            out.writeAttribute(
                    orEmpty(attribute.getPrefix()), namespace, attribute.getLocalName(), attribute.getValue());
        } else if (attribute.getPrefix() == null) {
            out.writeDefaultNamespace(attribute.getValue());
        } else {
            out.writeNamespace(attribute.getLocalName(), attribute.getValue());
        }
    }

    @Override
    public long nodes(Document tree) {
        return tree.getChildNodes().getLength();
    }

    private static String qualified(@Nullable String prefix, String local) {
        return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
