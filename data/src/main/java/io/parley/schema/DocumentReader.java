package io.parley.schema;

import io.parley.Limit;
import io.parley.Limits;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the text of one schema document into nodes. Documentation, identity constraints and facets other than
 * enumerations are skipped unread.
 */
final class DocumentReader {
    static final int MAX_NAME = 256;

    private static final Set<String> READ = Set.of(
            "schema",
            "include",
            "import",
            "redefine",
            "override",
            "element",
            "attribute",
            "simpleType",
            "complexType",
            "group",
            "attributeGroup",
            "sequence",
            "choice",
            "all",
            "any",
            "anyAttribute",
            "simpleContent",
            "complexContent",
            "extension",
            "restriction",
            "list",
            "union",
            "enumeration");
    private static final Set<String> SKIPPED = Set.of(
            "annotation",
            "notation",
            "key",
            "keyref",
            "unique",
            "length",
            "minLength",
            "maxLength",
            "pattern",
            "whiteSpace",
            "maxInclusive",
            "maxExclusive",
            "minInclusive",
            "minExclusive",
            "totalDigits",
            "fractionDigits",
            "explicitTimezone",
            "assertion");

    private final SchemaDocument document;
    private final Budget budget;
    private final Problems problems;
    private final Deque<XsdNode> open = new ArrayDeque<>();

    DocumentReader(SchemaDocument document, Budget budget, Problems problems) {
        this.document = document;
        this.budget = budget;
        this.problems = problems;
    }

    /** Returns the root of the document; empty if it is not a schema. */
    Optional<XsdNode> read() {
        Place start = Place.document(document.systemId());
        Limits limits = budget.limits();
        try {
            XMLStreamReader reader = SafeXml.reader(new StringReader(document.text()), limits);
            reader.nextTag();
            if (!reader.getLocalName().equals("schema") || !isXsd(reader)) {
                problems.add(start, "expected an XML Schema document, found another root element");
                return Optional.empty();
            }
            return Optional.of(readRoot(reader, start));
        } catch (XMLStreamException e) {
            Location at = e.getLocation();
            Place place = at == null ? start : place(start, "", at);
            problems.add(
                    place,
                    "expected well-formed XML without document type and within " + Limit.DEPTH.setting() + ", "
                            + Limit.ATTRIBUTES.setting());
            return Optional.empty();
        }
    }

    private XsdNode readRoot(XMLStreamReader reader, Place start) throws XMLStreamException {
        XsdNode root = node(reader, start, XsdNode.Prefixes.NONE);
        open.push(root);
        while (!open.isEmpty()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                start(reader);
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                open.pop();
            }
        }
        while (reader.hasNext()) {
            reader.next();
        }
        return root;
    }

    private void start(XMLStreamReader reader) throws XMLStreamException {
        XsdNode above = open.element();
        String local = reader.getLocalName();
        if (isXsd(reader) && READ.contains(local)) {
            XsdNode node = node(reader, above.place(), above.prefixes());
            above.children().add(node);
            open.push(node);
            return;
        }
        if (!isXsd(reader) || !SKIPPED.contains(local)) {
            problems.add(
                    place(above.place(), shortened(local), reader.getLocation()),
                    "expected an element of XML Schema 1.0, found one that is not part of it");
        }
        skip(reader);
    }

    private static void skip(XMLStreamReader reader) throws XMLStreamException {
        int depth = 1;
        while (depth > 0) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    private XsdNode node(XMLStreamReader reader, Place above, XsdNode.Prefixes outer) {
        budget.node();
        Map<String, String> attributes = new HashMap<>();
        Map<String, String> annotations = new HashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String namespace = reader.getAttributeNamespace(i);
            if (namespace == null || namespace.isEmpty()) {
                attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            } else if (namespace.equals(WireFormat.NAMESPACE)) {
                annotations.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
        }
        Map<String, String> declared = new HashMap<>();
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = reader.getNamespacePrefix(i);
            String uri = reader.getNamespaceURI(i);
            declared.put(prefix == null ? "" : prefix, uri == null ? "" : uri);
        }
        Place place = place(above, step(reader.getLocalName(), attributes), reader.getLocation());
        return new XsdNode(reader.getLocalName(), attributes, annotations, outer.with(declared), place);
    }

    private static String step(String local, Map<String, String> attributes) {
        String name = attributes.get("name");
        return name == null ? local : local + "[" + shortened(name) + "]";
    }

    private static String shortened(String text) {
        return text.length() <= Place.MAX_STEP ? text : text.substring(0, Place.MAX_STEP) + "…";
    }

    private Place place(Place above, String step, Location at) {
        return new Place(above, step, document.systemId(), at.getLineNumber(), at.getColumnNumber());
    }

    private static boolean isXsd(XMLStreamReader reader) {
        return XMLConstants.W3C_XML_SCHEMA_NS_URI.equals(reader.getNamespaceURI());
    }
}
