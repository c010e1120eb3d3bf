package io.parley.cxf;

import io.parley.negotiation.xml.NegotiationXml;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/**
 * All edits of every field that the negotiation's XML Schema defines for an offer or an answer: other values of each
 * kind, removal, duplication, reordering; and the addition of fields that a message lacks.
 */
final class Edits {
    private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;
    private static final int MOST_OF_A_KIND = 3;
    /** Words used by some term, so that an edit may name a choice that the other side knows. */
    private static final List<String> WORDS =
            List.of("hhfr", "bnux", "xml", "stream", "local", "none", "tls", "resume");

    private static final Map<String, String> ABSENT = Map.of(
            "contextStore", "http://store.example/",
            "header", "urn:parley:sha256:" + "0".repeat(64),
            "certificate", "a".repeat(64),
            "host", "elsewhere.example",
            "endpoint", "{urn:x}Port");

    private final String root;
    private final Document message;
    private final List<Edit> edits = new ArrayList<>();

    /** A change of one field. */
    record Edit(String path, String what, UnaryOperator<String> change) {
        @Override
        public String toString() {
            return path + " " + what;
        }
    }

    private Edits(String root, String message) {
        this.root = root;
        this.message = parse(message);
    }

    /** Returns all edits of a message that holds this element. */
    static List<Edit> of(String root, String message) {
        Edits edits = new Edits(root, message);
        fields(root).forEach(edits::add);
        return edits.edits;
    }

    /** Returns the paths of all elements and attributes below an element, as defined by the schema. */
    static Set<String> fields(String root) {
        Document schema = parse(schemaText());
        Map<String, Element> types = new HashMap<>();
        Map<String, String> roots = new HashMap<>();
        for (Element each : children(schema.getDocumentElement())) {
            if (each.getLocalName().equals("complexType")) {
                types.put("p:" + each.getAttribute("name"), each);
            } else if (each.getLocalName().equals("element")) {
                roots.put(each.getAttribute("name"), each.getAttribute("type"));
            }
        }
        Set<String> paths = new LinkedHashSet<>();
        collect(types.get(roots.get(root)), root, types, paths);
        return paths;
    }

    private static void collect(Element declared, String path, Map<String, Element> types, Set<String> paths) {
        for (Element each : children(declared)) {
            String name = each.getAttribute("name");
            if (each.getLocalName().equals("attribute")) {
                paths.add(path + "/@" + name);
            } else if (each.getLocalName().equals("element")) {
                Element type = types.get(each.getAttribute("type"));
                if (type == null) {
                    paths.add(path + "/" + name);
                }
                collect(type == null ? each : type, path + "/" + name, types, paths);
            } else if (!each.getLocalName().equals("simpleType")) {
                collect(each, path, types, paths);
            }
        }
    }

    private void add(String path) {
        List<Node> found = find(message, path);
        if (found.isEmpty()) {
            addition(path);
        }
        for (int i = 0; i < Math.min(found.size(), MOST_OF_A_KIND); i++) {
            Node node = found.get(i);
            int index = i;
            for (String other : others(text(node))) {
                change(
                        path,
                        "[" + i + "] is " + shown(other),
                        copy -> setText(find(copy, path).get(index), other));
            }
            change(
                    path,
                    "[" + i + "] is missing",
                    copy -> remove(find(copy, path).get(index)));
            if (node instanceof Element) {
                change(
                        path,
                        "[" + i + "] is there twice",
                        copy -> twice(find(copy, path).get(index)));
                change(
                        path,
                        "[" + i + "] comes last",
                        copy -> last(find(copy, path).get(index)));
            }
        }
    }

    private void addition(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1).replace("@", "");
        String parent = path.substring(0, path.lastIndexOf('/'));
        String value = ABSENT.getOrDefault(name, "1");
        if (find(message, parent).isEmpty()) {
            edits.add(new Edit(path, "is not in this message", UnaryOperator.identity()));
            return;
        }
        change(path, "is added", copy -> {
            Element to = (Element) find(copy, parent).get(0);
            if (path.contains("/@")) {
                to.setAttribute(name, value);
            } else {
                Element added = copy.createElementNS(NegotiationXml.NAMESPACE, name);
                added.setTextContent(value);
                to.appendChild(added);
            }
        });
    }

    private interface Change {
        void apply(Document copy);
    }

    private void change(String path, String what, Change change) {
        edits.add(new Edit(path, what, text -> {
            Document copy = parse(text);
            change.apply(copy);
            return text(copy);
        }));
    }

    /** Returns replacements for this value, some of its own kind and some of none. */
    private static List<String> others(String value) {
        List<String> others = new ArrayList<>(List.of("", "\u00e9 <&>"));
        if (value.matches("[0-9]+") && value.length() < 19) {
            long number = Long.parseLong(value);
            others.addAll(
                    List.of(String.valueOf(number + 1), String.valueOf(number - 1), "-1", "0", "99999999999999999999"));
        } else if (!value.isEmpty()) {
            char end = value.charAt(value.length() - 1);
            char next = end == '0'
                    ? '1'
                    : end == 'A'
                            ? 'B'
                            : Character.isDigit(end) ? '0' : Character.isUpperCase(end) ? 'A' : end == 'a' ? 'b' : 'a';
            others.add(value.substring(0, value.length() - 1) + next);
            char first = value.charAt(0);
            others.add((first == 'a' ? 'b' : 'a') + value.substring(1));
        }
        if (value.matches("[a-z]{3,6}")) {
            WORDS.stream().filter(word -> !word.equals(value)).forEach(others::add);
        }
        others.add(" " + value + " ");
        return others;
    }

    private static String shown(String value) {
        return value.isEmpty() ? "empty" : '"' + (value.length() > 24 ? value.substring(0, 24) + "..." : value) + '"';
    }

    private List<Node> find(Document document, String path) {
        List<Node> at = List.of(
                document.getElementsByTagNameNS(NegotiationXml.NAMESPACE, root).item(0));
        for (String step : path.substring(path.indexOf('/') + 1).split("/", -1)) {
            if (path.equals(root)) {
                break;
            }
            List<Node> next = new ArrayList<>();
            for (Node node : at) {
                if (step.startsWith("@")) {
                    Attr attribute = ((Element) node).getAttributeNode(step.substring(1));
                    if (attribute != null) {
                        next.add(attribute);
                    }
                } else {
                    children((Element) node).stream()
                            .filter(child -> child.getLocalName().equals(step))
                            .forEach(next::add);
                }
            }
            at = next;
        }
        return at;
    }

    private static String text(Node node) {
        return node instanceof Attr attribute ? attribute.getValue() : node.getTextContent();
    }

    private static void setText(Node node, String value) {
        if (node instanceof Attr attribute) {
            attribute.setValue(value);
        } else {
            node.setTextContent(value);
        }
    }

    private static void remove(Node node) {
        if (node instanceof Attr attribute) {
            attribute.getOwnerElement().removeAttributeNode(attribute);
        } else {
            node.getParentNode().removeChild(node);
        }
    }

    private static void twice(Node node) {
        node.getParentNode().insertBefore(node.cloneNode(true), node);
    }

    private static void last(Node node) {
        node.getParentNode().appendChild(node);
    }

    private static List<Element> children(Element element) {
        List<Element> children = new ArrayList<>();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child) {
                boolean isDocumentation = XSD.equals(child.getNamespaceURI())
                        && child.getLocalName().equals("annotation");
                if (!isDocumentation) {
                    children.add(child);
                }
            }
        }
        return children;
    }

    private static String schemaText() {
        try (var stream = NegotiationXml.schema().openStream()) {
            return new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Document parse(String text) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            return factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String text(Document document) {
        try {
            StringWriter out = new StringWriter();
            TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(out));
            return out.toString();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
