package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/**
 * A schema from {@link SchemaGenerator}: documents that refer to each other, and the root element of messages.
 * Immutable.
 */
public final class RandomSchema {
    private final List<DocumentDef> documents;
    private final Map<String, String> prefixes;
    private final ElementDef root;
    private final List<ElementDef> parts;
    private final boolean forJava;

    RandomSchema(
            List<DocumentDef> documents,
            Map<String, String> prefixes,
            ElementDef root,
            List<ElementDef> parts,
            boolean forJava) {
        this.documents = List.copyOf(documents);
        this.prefixes = Collections.unmodifiableMap(new LinkedHashMap<>(prefixes));
        this.root = root;
        this.parts = List.copyOf(parts);
        this.forJava = forJava;
    }

    /**
     * A schema document.
     *
     * @param file name by which other documents refer to it
     * @param text its content
     */
    public record Document(String file, String text) {}

    /**
     * A message part that is described by a type.
     *
     * @param name of the part, without namespace
     * @param type of its content
     */
    public record Part(QName name, QName type) {}

    /** Returns all documents; the first leads to all others. */
    public List<Document> documents() {
        List<Document> texts = new ArrayList<>();
        for (DocumentDef document : documents) {
            texts.add(new Document(document.file(), XsdPrinter.print(document, prefixes)));
        }
        return texts;
    }

    /** Returns the name of the root element of messages. */
    public QName root() {
        return root.name();
    }

    /** Returns parts by type, as rpc/literal has them. */
    public List<Part> parts() {
        return parts.stream()
                .map(part -> new Part(part.name(), typeName(part.type())))
                .toList();
    }

    private static QName typeName(TypeDef type) {
        QName name = type.name();
        if (name == null) {
            throw new IllegalStateException("a part needs a named type");
        }
        return name;
    }

    List<DocumentDef> definitions() {
        return documents;
    }

    ElementDef rootElement() {
        return root;
    }

    ElementDef part(int index) {
        return parts.get(index);
    }

    /**
     * Returns whether messages omit what the JAXB runtime writes incorrectly: a tree in a property of type {@code
     * Object}, whose prefixes it mistakes for its own, and years before the first.
     */
    boolean isForJava() {
        return forJava;
    }

    Map<String, String> prefixes() {
        return prefixes;
    }

    /** Returns all documents in one text, for failure messages. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Document document : documents()) {
            text.append("<!-- ").append(document.file()).append(" -->\n").append(document.text());
        }
        return text.toString();
    }
}
