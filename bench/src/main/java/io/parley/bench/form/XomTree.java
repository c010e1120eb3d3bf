package io.parley.bench.form;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import nu.xom.Attribute;
import nu.xom.Comment;
import nu.xom.DocType;
import nu.xom.Document;
import nu.xom.Element;
import nu.xom.Node;
import nu.xom.ParentNode;
import nu.xom.ProcessingInstruction;
import nu.xom.Text;
import org.jspecify.annotations.Nullable;

/**
 * Builds and writes XOM's tree, including nodes beside the root. XOM's public constructors verify every name and text,
 * but its copy constructors do not: what was verified once is copied from then on. Names are cached across documents,
 * as a reused parser of text does; recurring texts are cached for one document. Confined to one thread at a time.
 */
final class XomTree {
    /** The size of the text cache of a document; white space between elements is among the cached texts. */
    private static final int REMEMBERED = 64;
    /** The maximum number of cached names. */
    private static final int NAMES = 512;

    private final Function<String, Text> toText;
    private final Map<QName, Element> elements = new HashMap<>();
    private final Map<QName, Attribute> attributes = new HashMap<>();
    private final @Nullable Text[] texts = new @Nullable Text[REMEMBERED];
    private final @Nullable String[] strings = new @Nullable String[REMEMBERED];

    /**
     * Creates the converter.
     *
     * @param toText creates a node for a text that is not cached
     */
    XomTree(Function<String, Text> toText) {
        this.toText = toText;
    }

    Document build(XMLStreamReader in) throws XMLStreamException {
        Arrays.fill(texts, null);
        Arrays.fill(strings, null);
        return new Building().document(in);
    }

    /** The tree of one document while it is built. */
    private final class Building {
        private final List<Node> before = new ArrayList<>(0);
        private @Nullable Document tree;
        private @Nullable ParentNode at;

        Document document(XMLStreamReader in) throws XMLStreamException {
            while (in.hasNext()) {
                switch (in.next()) {
                    case XMLStreamConstants.START_ELEMENT -> open(element(in));
                    case XMLStreamConstants.END_ELEMENT -> at = at == null ? null : at.getParent();
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                        append(in.getText());
                    case XMLStreamConstants.COMMENT -> append(new Comment(in.getText()));
                    case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                        append(new ProcessingInstruction(in.getPITarget(), orEmpty(in.getPIData())));
                    default -> {}
                }
            }
            if (tree == null) {
                throw new XMLStreamException("expected a root");
            }
            return tree;
        }

        private void open(Element element) {
            if (at == null) {
                Document begun = new Document(element);
                before.forEach(node -> begun.insertChild(node, begun.getChildCount() - 1));
                tree = begun;
            } else {
                at.appendChild(element);
            }
            at = element;
        }

        private void append(Node node) {
            if (at == null) {
                before.add(node);
            } else {
                at.appendChild(node);
            }
        }

        /** Appends text; white space beside the root is dropped. */
        private void append(String text) {
            if (at instanceof Element) {
                at.appendChild(text(text));
            }
        }

        private Text text(String text) {
            int last = text.isEmpty() ? 0 : text.charAt(text.length() - 1);
            int place = (31 * text.length() + last) & (REMEMBERED - 1);
            Text known = texts[place];
            if (known != null && text.equals(strings[place])) {
                return new Text(known);
            }
            Text made = toText.apply(text);
            strings[place] = text;
            texts[place] = made;
            return made;
        }

        private Element element(XMLStreamReader in) {
            QName name = in.getName();
            Element known = elements.get(name);
            if (known == null || !known.getNamespacePrefix().equals(name.getPrefix())) {
                known = new Element(qualified(name), name.getNamespaceURI());
                keep(elements, name, known);
            }
            Element element = new Element(known);
            for (int i = 0; i < in.getNamespaceCount(); i++) {
                String prefix = orEmpty(in.getNamespacePrefix(i));
                if (!prefix.equals(element.getNamespacePrefix())) {
                    element.addNamespaceDeclaration(prefix, orEmpty(in.getNamespaceURI(i)));
                }
            }
            for (int i = 0; i < in.getAttributeCount(); i++) {
                element.addAttribute(attribute(in, i));
            }
            return element;
        }

        private Attribute attribute(XMLStreamReader in, int index) {
            QName name = in.getAttributeName(index);
            String value = in.getAttributeValue(index);
            Attribute known = attributes.get(name);
            if (known == null || !known.getNamespacePrefix().equals(name.getPrefix())) {
                known = new Attribute(qualified(name), name.getNamespaceURI(), "");
                keep(attributes, name, known);
            }
            Attribute attribute = new Attribute(known);
            attribute.setValue(value);
            return attribute;
        }
    }

    /** Writes a whole document; the writer is not closed. */
    void write(Document tree, XMLStreamWriter out) throws XMLStreamException {
        out.writeStartDocument();
        for (int i = 0; i < tree.getChildCount(); i++) {
            if (!(tree.getChild(i) instanceof DocType)) {
                node(tree.getChild(i), out);
            }
        }
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

    private static <T> void keep(Map<QName, T> known, QName name, T made) {
        if (known.size() == NAMES) {
            known.clear();
        }
        known.put(name, made);
    }

    private static String qualified(QName name) {
        return name.getPrefix().isEmpty() ? name.getLocalPart() : name.getPrefix() + ":" + name.getLocalPart();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
