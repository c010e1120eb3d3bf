package io.parley.schema;

import io.parley.Limit;
import io.parley.Limits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.xml.namespace.QName;

/**
 * Finds definitions that depend on themselves, or on a chain of others longer than {@link Limit#DEPTH}, and removes
 * them, so that recursion over the remaining ones is bounded. A type that contains an element of itself is allowed.
 */
final class Circularity {
    private final Components components;
    private final int maxDepth;
    private final Problems problems;

    Circularity(Components components, Limits limits, Problems problems) {
        this.components = components;
        this.maxDepth = limits.getInt(Limit.DEPTH);
        this.problems = problems;
    }

    void check() {
        check("type", components.types, Circularity::bases);
        check("group", components.groups, Circularity::groupsIn);
        check("attribute group", components.attributeGroups, Circularity::groupsIn);
        check("substitution group", components.elements, Circularity::heads);
    }

    private <T> void check(String kind, Map<QName, T> globals, Function<T, Map<QName, Integer>> needs) {
        Map<QName, Map<QName, Integer>> dependencies = new HashMap<>();
        globals.forEach((name, global) -> dependencies.put(name, needs.apply(global)));
        Map<QName, Integer> heights = Heights.of(dependencies);
        for (Map.Entry<QName, T> global : List.copyOf(globals.entrySet())) {
            Integer height = heights.get(global.getKey());
            if (height == null || height > maxDepth) {
                String reason = height == null
                        ? "it depends on itself, directly or indirectly"
                        : "it depends on " + height + " levels of others, more than " + maxDepth + " ("
                                + Limit.DEPTH.setting() + ")";
                problems.add(components.place(global.getValue()), "expected a " + kind + " that ends, but " + reason);
                components.remove(global.getKey(), reason);
            }
        }
    }

    private static Map<QName, Integer> heads(ElementDeclaration element) {
        QName head = element.head();
        return head == null ? Map.of() : Map.of(head, 1);
    }

    private static Map<QName, Integer> bases(TypeDefinition type) {
        Map<QName, Integer> bases = new HashMap<>();
        if (type instanceof ComplexType complex) {
            bases.put(complex.base().name(), 1);
        } else {
            bases((SimpleType) type, 1, bases);
        }
        return bases;
    }

    private static void bases(SimpleType type, int level, Map<QName, Integer> bases) {
        for (TypeUse use : type.of()) {
            if (use instanceof TypeName name) {
                bases.merge(name.name(), level, Math::max);
            } else if (use instanceof SimpleType inner) {
                bases(inner, level + 1, bases);
            }
        }
    }

    private static Map<QName, Integer> groupsIn(Particle.Group group) {
        Map<QName, Integer> groups = new HashMap<>();
        groupsIn(group, 1, groups);
        return groups;
    }

    private static void groupsIn(Particle particle, int level, Map<QName, Integer> groups) {
        if (particle instanceof Particle.GroupName name) {
            groups.merge(name.name(), level, Math::max);
        } else if (particle instanceof Particle.Group group) {
            group.particles().forEach(inner -> groupsIn(inner, level + 1, groups));
        }
    }

    private static Map<QName, Integer> groupsIn(Attributes attributes) {
        Map<QName, Integer> groups = new HashMap<>();
        attributes.groups().forEach(group -> groups.put(group.name(), 1));
        return groups;
    }
}
