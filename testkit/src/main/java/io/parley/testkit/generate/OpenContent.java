package io.parley.testkit.generate;

import java.util.List;
import java.util.Random;
import javax.xml.XMLConstants;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Generates content where a schema allows anything: for wildcards, {@code anyType}, and the text of mixed content. */
final class OpenContent {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;
    private static final List<String> WORDS = List.of("text", " more\n", "größe \uD83D\uDE00", "<&>");

    private final Random random;
    private final Coverage coverage;
    private final Document document;
    private final String known;
    private final boolean trees;

    OpenContent(Random random, Coverage coverage, Document document, RandomSchema schema) {
        this.random = random;
        this.coverage = coverage;
        this.document = document;
        this.known = schema.prefixes().getOrDefault(SchemaGenerator.KNOWN, "") + ":";
        this.trees = !schema.isForJava();
    }

    /** Returns an element that a wildcard allows. */
    Element wildcard(ParticleDef.Any any, boolean repeated) {
        if (repeated) {
            coverage.add(Construct.ANY_REPEATED);
        }
        coverage.add(
                switch (any.processContents()) {
                    case "strict" -> Construct.ANY_STRICT;
                    case "skip" -> Construct.ANY_SKIP;
                    default -> Construct.ANY_LAX;
                });
        if (any.namespace().equals(SchemaGenerator.WILD)) {
            return anything();
        }
        coverage.add(Construct.ANY_WITH_A_KNOWN_ELEMENT);
        boolean fact = random.nextBoolean();
        Element element = document.createElementNS(SchemaGenerator.KNOWN, known + (fact ? "fact" : "word"));
        element.setTextContent(fact ? "42" : " a word ");
        return element;
    }

    /** Fills an element of {@code anyType} or {@code anySimpleType} with content. */
    void fill(Element element, TypeDef type) {
        if (type.equals(TypeDef.Open.ANY_SIMPLE_TYPE)) {
            coverage.add(Construct.ANY_SIMPLE_TYPE);
            simple(element);
            return;
        }
        if (random.nextBoolean() || !trees) {
            coverage.add(Construct.ANY_TYPE_WITH_SIMPLE_VALUE);
            simple(element);
            return;
        }
        coverage.add(Construct.ANY_TYPE_WITHOUT_TYPE);
        element.setTextContent("text");
        if (random.nextBoolean()) {
            element.appendChild(anything());
        }
    }

    private void simple(Element element) {
        List<String> values = List.of("xs:int 42", "xs:string text", "xs:double 1.5", "xs:date 2026-11-21");
        String[] value = values.get(random.nextInt(values.size())).split(" ", 2);
        element.setAttributeNS(XSI, "xsi:type", value[0]);
        element.setTextContent(value[1]);
    }

    /** Adds text between the children of an element of mixed content, and returns whether it added any. */
    boolean mix(Element element) {
        boolean any = false;
        Node at = element.getFirstChild();
        do {
            if (random.nextInt(3) > 0) {
                any = true;
                element.insertBefore(document.createTextNode(WORDS.get(random.nextInt(WORDS.size()))), at);
            }
            at = at == null ? null : at.getNextSibling();
        } while (at != null);
        return any;
    }

    /** Adds insignificant white space between the children of an element. */
    void indent(Element element) {
        for (Node at = element.getFirstChild(); at != null; at = at.getNextSibling()) {
            element.insertBefore(document.createTextNode("\n  "), at);
        }
    }

    private Element anything() {
        Element element = document.createElementNS(SchemaGenerator.WILD, "w:thing");
        element.setAttributeNS(SchemaGenerator.WILD, "w:a", "1");
        element.setAttributeNS(null, "b", " two ");
        Element inner = document.createElementNS(null, "inner");
        inner.setTextContent(WORDS.get(random.nextInt(WORDS.size())));
        element.appendChild(document.createTextNode("mixed "));
        element.appendChild(inner);
        return element;
    }
}
