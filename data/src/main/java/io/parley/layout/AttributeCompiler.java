package io.parley.layout;

import io.parley.schema.AttributeDeclaration;
import io.parley.schema.Attributes;
import io.parley.schema.Schema;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;

/**
 * Compiler of the attributes of one type. An attribute that cannot be typed is carried as one of any further
 * attributes.
 */
final class AttributeCompiler {
    private final Schema schema;
    private final SimpleCompiler simple;
    private final PlanBudget budget;
    private final Map<QName, AttributeSlot> slots = new TreeMap<>(CanonicalOrder.NAMES);
    private final Set<QName> groups = new HashSet<>();
    private boolean any;

    AttributeCompiler(Schema schema, SimpleCompiler simple, PlanBudget budget) {
        this.schema = schema;
        this.simple = simple;
        this.budget = budget;
    }

    /** Adds the attributes of the base of an extension or restriction. */
    void inherit(ComplexLayout base) {
        budget.use(base.attributes().size());
        base.attributes().forEach(slot -> slots.put(slot.name(), slot));
        any |= base.anyAttribute();
    }

    void add(Attributes attributes) {
        any |= attributes.any();
        for (Attributes.Use use : attributes.uses()) {
            budget.use(1);
            if (!use.prohibited()) {
                declaration(use).ifPresentOrElse(this::add, this::addAny);
            }
        }
        for (Attributes.GroupName group : attributes.groups()) {
            if (groups.add(group.name())) {
                Attributes named = schema.attributeGroups().get(group.name());
                if (named == null) {
                    addAny();
                } else {
                    add(named);
                }
            }
        }
    }

    void addAny() {
        any = true;
    }

    private Optional<AttributeDeclaration> declaration(Attributes.Use use) {
        return use instanceof Attributes.Local local
                ? Optional.of(local.declaration())
                : Optional.ofNullable(schema.attributes().get(((Attributes.Reference) use).name()));
    }

    private void add(AttributeDeclaration declaration) {
        simple.compile(declaration.type(), declaration.wire())
                .ifPresentOrElse(
                        type -> slots.putIfAbsent(declaration.name(), new AttributeSlot(declaration.name(), type)),
                        this::addAny);
    }

    List<AttributeSlot> slots() {
        return List.copyOf(slots.values());
    }

    boolean any() {
        return any;
    }
}
