package io.parley.representation.tdxml;

import io.parley.layout.AttributeSlot;
import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * Names of types in a part's schema: a prefix for each namespace, and the types that may be substituted. They are
 * derived from the part's {@link io.parley.layout.CanonicalText}, so that both sides compute the same names.
 */
final class LayoutNames {
    private final Set<ComplexLayout> types = new LinkedHashSet<>();
    private final Set<ComplexLayout> related = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<String, String> prefixes = new TreeMap<>();

    private LayoutNames() {}

    static LayoutNames of(Slot.Element part) {
        LayoutNames names = new LayoutNames();
        Set<String> namespaces = new TreeSet<>();
        names.collect(part, namespaces);
        int next = 1;
        for (String namespace : namespaces) {
            names.prefixes.put(namespace, "n" + next++);
        }
        return names;
    }

    /** Returns all types that the part may contain, in the order of the walk. */
    Set<ComplexLayout> types() {
        return Collections.unmodifiableSet(types);
    }

    /**
     * Returns whether the type may be substituted, or substitutes another, so that its elements contain their type's
     * name.
     */
    boolean hasTypeRow(ComplexLayout type) {
        return related.contains(type);
    }

    /** Returns the prefixes of the schema, by namespace. */
    Map<String, String> prefixes() {
        return Collections.unmodifiableMap(prefixes);
    }

    /** Returns the name of a substitute type, as in rows and schema. */
    String label(ComplexLayout type) {
        QName name = type.name().orElseThrow(() -> new IllegalArgumentException("a substitute without a name"));
        return label(name);
    }

    String label(QName name) {
        String namespace = name.getNamespaceURI();
        if (namespace.equals(XMLConstants.XML_NS_URI)) {
            return XMLConstants.XML_NS_PREFIX + ":" + name.getLocalPart();
        }
        return namespace.isEmpty() ? name.getLocalPart() : prefixes.get(namespace) + ":" + name.getLocalPart();
    }

    private void collect(Slot.Element part, Set<String> namespaces) {
        Deque<TypeLayout> open = new ArrayDeque<>();
        Set<TypeLayout> seen = new HashSet<>();
        element(part, namespaces, open);
        while (!open.isEmpty()) {
            TypeLayout next = open.remove();
            if (next instanceof ComplexLayout type && seen.add(type)) {
                types.add(type);
                type(type, namespaces, open);
            }
        }
    }

    private void type(ComplexLayout type, Set<String> namespaces, Deque<TypeLayout> open) {
        for (AttributeSlot attribute : type.attributes()) {
            namespace(attribute.name(), namespaces);
        }
        for (Slot slot : TypeNumbers.slots(type)) {
            for (Slot.Alternative alternative : slot.alternatives()) {
                if (alternative instanceof Slot.Element element) {
                    element(element, namespaces, open);
                }
            }
        }
        for (TypeLayout substitute : type.substitutes()) {
            if (substitute instanceof ComplexLayout complex) {
                complex.name().ifPresent(name -> namespace(name, namespaces));
                related.add(type);
                related.add(complex);
                open.add(complex);
            }
        }
    }

    private static void element(Slot.Element element, Set<String> namespaces, Deque<TypeLayout> open) {
        namespace(element.name(), namespaces);
        if (!(element.type() instanceof SimpleLayout)) {
            open.add(element.type());
        }
    }

    private static void namespace(QName name, Set<String> namespaces) {
        String namespace = name.getNamespaceURI();
        if (!namespace.isEmpty() && !namespace.equals(XMLConstants.XML_NS_URI)) {
            namespaces.add(namespace);
        }
    }
}
