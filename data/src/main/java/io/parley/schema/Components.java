package io.parley.schema;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.namespace.QName;

/** Registry of the declarations in a schema's documents, while it is being read and checked. */
final class Components {
    final Map<QName, ElementDeclaration> elements = new LinkedHashMap<>();
    final Map<QName, AttributeDeclaration> attributes = new LinkedHashMap<>();
    final Map<QName, TypeDefinition> types = new LinkedHashMap<>();
    final Map<QName, Particle.Group> groups = new LinkedHashMap<>();
    final Map<QName, Attributes> attributeGroups = new LinkedHashMap<>();

    /** Names of unusable definitions, with the reason. References to them are not reported again. */
    final Map<QName, String> broken = new HashMap<>();

    /** Node of each global declaration, by symbol space and name. */
    private final Map<String, Map<QName, XsdNode>> sources = new HashMap<>();

    /** Places of declarations and references in their documents, by identity. */
    private final IdentityHashMap<Object, Place> places = new IdentityHashMap<>();

    <T> T at(Place place, T component) {
        places.put(component, place);
        return component;
    }

    Place place(Object component) {
        return places.getOrDefault(component, Place.document("schema"));
    }

    /**
     * Registers the node of a global declaration. A second, different one of the same name is a problem.
     *
     * @return whether it is the first of that name
     */
    boolean register(String space, QName name, XsdNode node, Problems problems) {
        XsdNode earlier = sources.computeIfAbsent(space, key -> new HashMap<>()).putIfAbsent(name, node);
        if (earlier != null && !earlier.sameAs(node)) {
            Place first = earlier.place();
            problems.add(
                    node.place(),
                    "expected one " + space + " " + name + ", found another definition at " + first.systemId() + ":"
                            + first.line());
        }
        return earlier == null;
    }

    /**
     * Marks the definitions that a redefinition or override names as broken: neither the old nor the new one is
     * reliable.
     */
    void redefine(XsdNode redefinition, String namespace) {
        for (XsdNode child : redefinition.children()) {
            String name = child.attribute("name");
            if (name != null) {
                broken.put(new QName(namespace, name), "it is subject to " + redefinition.name());
            }
        }
    }

    void removeRedefined() {
        broken.keySet().forEach(this::remove);
    }

    /** Removes a definition that cannot be used. */
    void remove(QName name, String reason) {
        broken.put(name, reason);
        remove(name);
    }

    private void remove(QName name) {
        elements.remove(name);
        attributes.remove(name);
        types.remove(name);
        groups.remove(name);
        attributeGroups.remove(name);
    }
}
