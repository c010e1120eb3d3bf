package io.parley.bench.form;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import nu.xom.Attribute;
import nu.xom.Comment;
import nu.xom.Document;
import nu.xom.Element;
import nu.xom.Node;
import nu.xom.ParentNode;
import nu.xom.ProcessingInstruction;
import nu.xom.Text;
import org.jspecify.annotations.Nullable;

/** XOM's tree by its public constructors, which verify every name and text. */
final class XomTree implements BinaryTree.Kind<Document> {

    @Override
    public Document build(XMLStreamReader in) throws XMLStreamException {
        Document tree = null;
        ParentNode at = null;
        while (in.hasNext()) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    Element element = element(in);
                    if (at == null) {
                        tree = new Document(element);
                    } else {
                        at.appendChild(element);
                    }
                    at = element;
                }
                case XMLStreamConstants.END_ELEMENT -> at = at == null ? null : at.getParent();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    append(at, new Text(in.getText()));
                case XMLStreamConstants.COMMENT -> append(at, new Comment(in.getText()));
                case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                    append(at, new ProcessingInstruction(in.getPITarget(), orEmpty(in.getPIData())));
                default -> {}
            }
        }
        if (tree == null) {
            throw new XMLStreamException("expected a root");
        }
        return tree;
    }

    /** What stands beside the root is left out, as is white space there in text. */
    private static void append(@Nullable ParentNode at, Node node) {
        if (at instanceof Element) {
            at.appendChild(node);
        }
    }

    private static Element element(XMLStreamReader in) {
        Element element = new Element(qualified(in.getPrefix(), in.getLocalName()), orEmpty(in.getNamespaceURI()));
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            String prefix = orEmpty(in.getNamespacePrefix(i));
            if (!prefix.equals(element.getNamespacePrefix())) {
                element.addNamespaceDeclaration(prefix, orEmpty(in.getNamespaceURI(i)));
            }
        }
        for (int i = 0; i < in.getAttributeCount(); i++) {
            element.addAttribute(new Attribute(
                    qualified(in.getAttributePrefix(i), in.getAttributeLocalName(i)),
                    orEmpty(in.getAttributeNamespace(i)),
                    in.getAttributeValue(i)));
        }
        return element;
    }

    @Override
    public void write(Document tree, XMLStreamWriter out) throws XMLStreamException {
        out.writeStartDocument();
        element(tree.getRootElement(), out);
        out.writeEndDocument();
    }

    private static void element(Element element, XMLStreamWriter out) throws XMLStreamException {
        out.writeStartElement(element.getNamespacePrefix(), element.getLocalName(), element.getNamespaceURI());
        for (int i = 0; i < element.getNamespaceDeclarationCount(); i++) {
            String prefix = element.getNamespacePrefix(i);
            String uri = element.getNamespaceURI(prefix);
            if (!isInherited(element, prefix, uri)) {
                if (prefix.isEmpty()) {
                    out.writeDefaultNamespace(uri);
                } else {
                    out.writeNamespace(prefix, uri);
                }
            }
        }
        for (int i = 0; i < element.getAttributeCount(); i++) {
            Attribute attribute = element.getAttribute(i);
            if (attribute.getNamespacePrefix().isEmpty()) {
                out.writeAttribute(attribute.getLocalName(), attribute.getValue());
            } else {
                out.writeAttribute(
                        attribute.getNamespacePrefix(),
                        attribute.getNamespaceURI(),
                        attribute.getLocalName(),
                        attribute.getValue());
            }
        }
        for (int i = 0; i < element.getChildCount(); i++) {
            node(element.getChild(i), out);
        }
        out.writeEndElement();
    }

    private static boolean isInherited(Element element, String prefix, String uri) {
        return prefix.equals("xml")
                || (element.getParent() instanceof Element parent
                        ? uri.equals(parent.getNamespaceURI(prefix))
                        : uri.isEmpty());
    }

    private static void node(Node node, XMLStreamWriter out) throws XMLStreamException {
        if (node instanceof Element element) {
            element(element, out);
        } else if (node instanceof Comment comment) {
            out.writeComment(comment.getValue());
        } else if (node instanceof ProcessingInstruction instruction) {
            out.writeProcessingInstruction(instruction.getTarget(), instruction.getValue());
        } else {
            out.writeCharacters(node.getValue());
        }
    }

    @Override
    public long nodes(Document tree) {
        return tree.getChildCount();
    }

    private static String qualified(@Nullable String prefix, String local) {
        return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
