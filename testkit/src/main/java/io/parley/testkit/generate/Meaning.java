package io.parley.testkit.generate;

import io.parley.schema.SafeXml;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import org.apache.xml.security.Init;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.exceptions.XMLSecurityException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/**
 * Converts a document to canonical XML that preserves only its meaning: prefixes are derived from their namespaces,
 * simple values are normalized, and insignificant white space is removed. The type of each text is taken from a
 * reference message that should be the same; where the two differ, so do their meanings.
 */
public final class Meaning {
    static {
        Init.init();
    }

    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;

    private final Notes notes;
    private final Document result = SafeXml.emptyDocument();
    private final TreeMap<String, String> prefixes = new TreeMap<>();

    private Meaning(Notes notes) {
        this.notes = notes;
    }

    /** Returns canonical XML in which only the prefixes are normalized and texts are unchanged. */
    public static String ofText(Element root) {
        return of(root, root, new Notes());
    }

    /**
     * Returns the meaning of an element.
     *
     * @param beside the corresponding element of the reference message, which the notes describe
     */
    static String of(Element root, Element beside, Notes notes) {
        Meaning meaning = new Meaning(notes);
        meaning.result.appendChild(meaning.element(root, beside, false));
        meaning.prefixes.forEach((namespace, prefix) -> meaning.result
                .getDocumentElement()
                .setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:" + prefix, namespace));
        return meaning.canonical();
    }

    private String canonical() {
        try {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            Canonicalizer.getInstance(Canonicalizer.ALGO_ID_C14N_OMIT_COMMENTS).canonicalizeSubtree(result, text);
            return text.toString(StandardCharsets.UTF_8);
        } catch (XMLSecurityException e) {
            throw new IllegalStateException("a document without a canonical form", e);
        }
    }

    /**
     * Converts an element.
     *
     * @param beside the corresponding element of the reference message, null if there is none
     */
    private Element element(Element element, @Nullable Element beside, boolean inOpen) {
        boolean open = inOpen || (beside != null && notes.isOpen(beside));
        SimpleDef type = beside == null ? null : notes.typeOf(beside);
        Element copy = result.createElementNS(namespace(element), qualified(element));
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            attribute(copy, (Attr) attributes.item(i), beside);
        }
        boolean nil = copy.hasAttributeNS(XSI, "nil");
        if (beside != null && type != null && !nil) {
            String text = notes.meant(beside, element.getTextContent());
            copy.appendChild(result.createTextNode(ValueMeaning.of(type, text, element)));
        } else {
            children(copy, element, beside, open);
        }
        return copy;
    }

    private void children(Element copy, Element element, @Nullable Element beside, boolean open) {
        boolean unordered = beside != null && notes.isUnordered(beside);
        Iterator<Element> twins = beside == null
                ? Collections.emptyIterator()
                : elements(nodes(beside, unordered)).iterator();
        for (Node child : nodes(element, unordered)) {
            if (child instanceof Element inner) {
                copy.appendChild(element(inner, twins.hasNext() ? twins.next() : null, open));
            } else if (child instanceof Text text && (open || !text.getData().isBlank())) {
                copy.appendChild(result.createTextNode(text.getData()));
            }
        }
    }

    /** Returns the children, sorted by name if their order is insignificant. */
    private static List<Node> nodes(Element parent, boolean unordered) {
        List<Node> nodes = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            nodes.add(child);
        }
        if (unordered) {
            nodes.sort(Comparator.comparing(node -> node instanceof Element ? node.getLocalName() : ""));
        }
        return nodes;
    }

    private static List<Element> elements(List<Node> nodes) {
        return nodes.stream()
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }

    private void attribute(Element copy, Attr attribute, @Nullable Element beside) {
        String namespace = namespace(attribute);
        if (XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(namespace)) {
            return;
        }
        String local = attribute.getLocalName();
        Attr twin = beside == null ? null : beside.getAttributeNodeNS(namespace, local);
        SimpleDef type = twin == null ? null : notes.typeOf(twin);
        String value = attribute.getValue();
        if (XSI.equals(namespace) && local.equals("type")) {
            if (beside != null && notes.isTypeSaid(beside)) {
                return;
            }
            value = ValueMeaning.name(ValueMeaning.collapsed(value), attribute.getOwnerElement())
                    .toString();
        } else if (XSI.equals(namespace) && local.equals("nil")) {
            value = value.strip().equals("1") ? "true" : value.strip();
        } else if (type != null) {
            value = ValueMeaning.of(type, value, attribute.getOwnerElement());
        }
        copy.setAttributeNS(namespace, qualified(attribute), value);
    }

    private static @Nullable String namespace(Node node) {
        String namespace = node.getNamespaceURI();
        return namespace == null || namespace.isEmpty() ? null : namespace;
    }

    /** Returns the node's name with a prefix that depends only on its namespace. */
    private String qualified(Node node) {
        String namespace = namespace(node);
        if (namespace == null) {
            return node.getLocalName();
        } else if (namespace.equals(XMLConstants.XML_NS_URI)) {
            return "xml:" + node.getLocalName();
        }
        String prefix = "n" + namespace.replaceAll("[^A-Za-z0-9]", "_");
        prefixes.put(namespace, prefix);
        return prefix + ":" + node.getLocalName();
    }
}
