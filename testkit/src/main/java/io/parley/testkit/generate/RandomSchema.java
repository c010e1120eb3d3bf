package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/**
 * A schema that {@link SchemaGenerator} made: documents that refer to each other, and the root element of messages.
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
     * A document.
     *
     * @param file its name, by which others refer to it
     */
    public record Document(String file, String text) {}

    /**
     * A message part that is described by a type.
     *
     * @param name the part's name, without namespace
     */
    public record Part(QName name, QName type) {}

    /** All documents, the first one leads to all others. */
    public List<Document> documents() {
        List<Document> texts = new ArrayList<>();
        for (DocumentDef document : documents) {
            texts.add(new Document(document.file(), XsdPrinter.print(document, prefixes)));
        }
        return texts;
    }

    /** The name of the element that messages are. */
    public QName root() {
        return root.name();
    }

    /** Parts by type, as rpc/literal has them. */
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
     * Whether messages leave out what the JAXB runtime writes wrong: a tree in a property of type {@code Object}, whose
     * prefixes it mistakes for its own, and years before the first.
     */
    boolean isForJava() {
        return forJava;
    }

    Map<String, String> prefixes() {
        return prefixes;
    }

    /** All documents in one text, for failures. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Document document : documents()) {
            text.append("<!-- ").append(document.file()).append(" -->\n").append(document.text());
        }
        return text.toString();
    }
}
