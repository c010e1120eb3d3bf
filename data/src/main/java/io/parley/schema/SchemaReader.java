package io.parley.schema;

import io.netty.buffer.ByteBufUtil;
import io.parley.Limit;
import io.parley.Limits;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/** Reads a set of documents that refer to each other. Documents outside the set are never fetched. */
final class SchemaReader {
    private static final Set<String> REFERENCES = Set.of("include", "import", "redefine", "override");
    private final Budget budget;
    private final Problems problems;
    private final Components components = new Components();
    private final WellKnown wellKnown = new WellKnown(components);
    private final Map<String, XsdNode> roots = new LinkedHashMap<>();
    private final Set<String> namespaces = new HashSet<>();
    private final Set<String> chameleons = new HashSet<>();

    private SchemaReader(Budget budget, Problems problems) {
        this.budget = budget;
        this.problems = problems;
    }

    static Components read(List<SchemaDocument> documents, Limits limits, Problems problems) {
        long length = 0;
        for (SchemaDocument document : documents) {
            length += ByteBufUtil.utf8Bytes(document.text());
            limits.check(Limit.SCHEMA_BYTES, length, document.systemId());
        }
        SchemaReader reader = new SchemaReader(new Budget(limits), problems);
        reader.wellKnown.declareXml();
        for (SchemaDocument document : documents) {
            reader.open(document);
        }
        reader.findChameleons();
        reader.roots.forEach((systemId, root) -> {
            if (!reader.chameleons.contains(systemId)) {
                reader.readWithIncludes(systemId, root);
            }
        });
        reader.components.removeRedefined();
        return reader.components;
    }

    private void open(SchemaDocument document) {
        XsdNode root = new DocumentReader(document, budget, problems).read().orElse(null);
        if (root == null) {
            return;
        }
        String namespace = root.attribute("targetNamespace", "");
        namespaces.add(namespace);
        if (namespace.equals(XMLConstants.XML_NS_URI) || namespace.equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
            return; // predefined
        }
        String id = document.systemId();
        for (int i = 2; roots.containsKey(id); i++) {
            id = document.systemId() + "#" + i; // schemas inside one WSDL share its address
        }
        roots.put(id, root);
    }

    /**
     * Finds documents without a namespace that are included into the namespace of another one. They are not read on
     * their own.
     */
    private void findChameleons() {
        roots.forEach((systemId, root) -> {
            if (!root.attribute("targetNamespace", "").isEmpty()) {
                for (XsdNode include : root.children("include")) {
                    Optional<String> target = find(systemId, include.attribute("schemaLocation", ""));
                    target.filter(id -> namespaceOf(id).isEmpty()).ifPresent(this::chameleon);
                }
            }
        });
    }

    private void chameleon(String systemId) {
        Deque<String> open = new ArrayDeque<>(List.of(systemId));
        while (!open.isEmpty()) {
            String next = open.pop();
            XsdNode root = roots.get(next);
            if (root != null && chameleons.add(next)) {
                for (XsdNode include : root.children("include")) {
                    find(next, include.attribute("schemaLocation", ""))
                            .filter(id -> namespaceOf(id).isEmpty())
                            .ifPresent(open::push);
                }
            }
        }
    }

    private String namespaceOf(String systemId) {
        XsdNode root = roots.get(systemId);
        return root == null ? "" : root.attribute("targetNamespace", "");
    }

    /** Reads one document, and the chameleon documents that it includes, into its namespace. */
    private void readWithIncludes(String systemId, XsdNode root) {
        String namespace = root.attribute("targetNamespace", "");
        Set<String> seen = new HashSet<>(List.of(systemId));
        Deque<String> open = new ArrayDeque<>(List.of(systemId));
        while (!open.isEmpty()) {
            String id = open.pop();
            XsdNode next = roots.get(id);
            if (next == null) {
                continue;
            }
            read(next, Scope.of(next, namespace));
            for (XsdNode reference : next.children()) {
                String target = REFERENCES.contains(reference.name()) ? refer(id, reference, namespace) : null;
                if (target != null && seen.add(target)) {
                    open.add(target);
                }
            }
        }
    }

    private void read(XsdNode root, Scope scope) {
        ComponentReader reader = new ComponentReader(scope, components, budget, problems);
        for (XsdNode child : root.children()) {
            if (!REFERENCES.contains(child.name())) {
                reader.global(child);
            }
        }
    }

    /** Checks a reference to another document. Returns the chameleon document that it includes, or null. */
    private @Nullable String refer(String systemId, XsdNode reference, String including) {
        String location = reference.attribute("schemaLocation", "");
        switch (reference.name()) {
            case "import" -> {
                String namespace = reference.attribute("namespace", "");
                if (!namespaces.contains(namespace) && !wellKnown.declare(namespace)) {
                    problems.add(
                            reference.place(),
                            "expected a document of namespace '" + namespace
                                    + "' among the documents given, found none; nothing is fetched");
                }
                return null;
            }
            case "include" -> {
                String target = find(systemId, location).orElse(null);
                if (target == null) {
                    problems.add(
                            reference.place(),
                            "expected the document '" + location
                                    + "' among the documents given, found none; nothing is fetched");
                    return null;
                }
                String namespace = namespaceOf(target);
                if (!namespace.isEmpty() && !namespace.equals(including)) {
                    problems.add(
                            reference.place(),
                            "expected a document of namespace '" + including + "', found one of '" + namespace + "'");
                }
                return namespace.isEmpty() && !including.isEmpty() ? target : null;
            }
            default -> {
                problems.add(reference.place(), "expected include or import, found " + reference.name());
                components.redefine(reference, including);
                return null;
            }
        }
    }

    /**
     * Finds the document of a location: by its resolved address, by the address as written, or by a last path segment
     * that is unique.
     */
    private Optional<String> find(String from, String location) {
        String resolved = resolve(from, location);
        if (roots.containsKey(resolved)) {
            return Optional.of(resolved);
        }
        if (roots.containsKey(location)) {
            return Optional.of(location);
        }
        List<String> same = roots.keySet().stream()
                .filter(id -> lastStep(id).equals(lastStep(location)))
                .toList();
        return same.size() == 1 ? Optional.of(same.get(0)) : Optional.empty();
    }

    private static String resolve(String from, String location) {
        try {
            return DocumentAddress.resolve(URI.create(from), location).toString();
        } catch (IllegalArgumentException e) {
            return location; // not a URI, so only the address as written can match
        }
    }

    private static String lastStep(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }
}
