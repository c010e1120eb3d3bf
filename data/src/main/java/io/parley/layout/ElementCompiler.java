package io.parley.layout;

import io.parley.schema.ElementDeclaration;
import io.parley.schema.Particle;
import io.parley.schema.Schema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javax.xml.namespace.QName;

/** Compiler of elements with their substitution groups, and of content models, whose particles it flattens. */
final class ElementCompiler {
    private final Schema schema;
    private final TypeCompiler types;
    private final PlanBudget budget;
    private final Map<QName, List<QName>> members = new HashMap<>();
    private final Map<QName, Slot.Element> globals = new HashMap<>();
    private final Map<QName, List<Slot.Alternative>> substitutions = new HashMap<>();

    ElementCompiler(Schema schema, TypeCompiler types, PlanBudget budget) {
        this.schema = schema;
        this.types = types;
        this.budget = budget;
        for (ElementDeclaration element : schema.elements().values()) {
            if (element.head() != null) {
                members.computeIfAbsent(element.head(), key -> new ArrayList<>())
                        .add(element.name());
            }
        }
    }

    Slot.Element global(ElementDeclaration element) {
        Slot.Element known = globals.get(element.name());
        if (known == null) {
            known = compile(element);
            globals.put(element.name(), known);
        }
        return known;
    }

    private Slot.Element compile(ElementDeclaration element) {
        TypeLayout type = types.elementType(schema.typeOf(element), element.wire());
        return new Slot.Element(element.name(), type, element.nillable(), element.whenEmpty());
    }

    /** Adds the slots of a particle to a content model. */
    void flatten(Particle particle, boolean required, ContentModel model) {
        budget.use(1);
        if (particle.max() == 0) {
            return;
        }
        boolean always = required && particle.min() > 0;
        if (particle instanceof Particle.Group group && group.max() == 1) {
            boolean each = always && group.compositor() != Particle.Compositor.CHOICE;
            group.particles().forEach(inner -> flatten(inner, each, model));
        } else if (particle instanceof Particle.GroupName name && name.max() == 1) {
            Particle.Group group = schema.groups().get(name.name());
            if (group == null) {
                model.untypable("the group " + schema.whyMissing(name.name()));
            } else {
                flatten(group, always, model);
            }
        } else {
            List<Slot.Alternative> leaves = new ArrayList<>();
            leaves(particle, leaves, model);
            if (!leaves.isEmpty()) {
                add(leaves.size() == 1 ? leaves : model.merge(leaves), particle.max() > 1, always, model);
            }
        }
    }

    /**
     * Adds alternatives to the model: as one slot if they repeat, else as an optional slot for each. The latter is a
     * choice that occurs once, which some tools write for a substitution group.
     */
    private static void add(
            List<Slot.Alternative> alternatives, boolean repeats, boolean required, ContentModel model) {
        if (repeats || alternatives.size() == 1) {
            model.add(new Slot(alternatives, repeats, required));
        } else {
            alternatives.forEach(each -> model.add(new Slot(List.of(each), false, false)));
        }
    }

    /** Collects all alternatives inside a particle, in schema order. */
    private void leaves(Particle particle, Collection<Slot.Alternative> leaves, ContentModel model) {
        budget.use(1);
        if (particle.max() == 0) {
            return;
        }
        if (particle instanceof Particle.Local local) {
            leaves.add(compile(local.declaration()));
        } else if (particle instanceof Particle.Wildcard) {
            leaves.add(Slot.Wildcard.ANY);
        } else if (particle instanceof Particle.Reference reference) {
            ElementDeclaration element = schema.elements().get(reference.name());
            if (element == null) {
                model.untypable("the element " + schema.whyMissing(reference.name()));
            } else {
                leaves.addAll(withMembers(element));
            }
        } else if (particle instanceof Particle.GroupName name) {
            Particle.Group group = schema.groups().get(name.name());
            if (group == null) {
                model.untypable("the group " + schema.whyMissing(name.name()));
            } else {
                leaves(group, leaves, model);
            }
        } else if (particle instanceof Particle.Group group) {
            group.particles().forEach(inner -> leaves(inner, leaves, model));
        }
    }

    /**
     * Returns the element, even if it is abstract, since classes do not show that, and the members of its substitution
     * group.
     */
    private List<Slot.Alternative> withMembers(ElementDeclaration head) {
        List<Slot.Alternative> known = substitutions.get(head.name());
        if (known == null) {
            known = List.copyOf(substitution(head));
            substitutions.put(head.name(), known);
        }
        budget.use(known.size());
        return known;
    }

    private List<Slot.Alternative> substitution(ElementDeclaration head) {
        TreeSet<QName> all = new TreeSet<>(CanonicalOrder.NAMES);
        Deque<QName> open = new ArrayDeque<>(members.getOrDefault(head.name(), List.of()));
        while (!open.isEmpty()) {
            QName name = open.pop();
            if (all.add(name)) {
                open.addAll(members.getOrDefault(name, List.of()));
            }
        }
        all.remove(head.name());
        List<Slot.Alternative> alternatives = new ArrayList<>(List.of(global(head)));
        for (QName name : all) {
            ElementDeclaration member = schema.elements().get(name);
            if (member != null) {
                alternatives.add(global(member));
            }
        }
        return alternatives;
    }
}
