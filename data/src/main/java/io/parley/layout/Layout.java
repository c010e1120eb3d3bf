package io.parley.layout;

import io.parley.Limits;
import io.parley.schema.ElementDeclaration;
import io.parley.schema.Schema;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A compiled schema: the plans of its global elements and named types. Immutable. */
public final class Layout {
    private final Map<QName, Slot.Element> elements;
    private final Map<QName, TypeLayout> types;

    Layout(Map<QName, Slot.Element> elements, Map<QName, TypeLayout> types) {
        this.elements = Map.copyOf(elements);
        this.types = Map.copyOf(types);
    }

    /**
     * Compiles a schema.
     *
     * @throws io.parley.ParleyException with {@link io.parley.ErrorCode#LIMIT} if groups and inheritance make the plan
     *     many times larger than a schema may be
     */
    public static Layout compile(Schema schema, Limits limits) {
        TypeCompiler compiler = new TypeCompiler(schema, new PlanBudget(limits));
        Map<QName, TypeLayout> types = compiler.namedTypes();
        Map<QName, Slot.Element> elements = new HashMap<>();
        for (ElementDeclaration element : schema.elements().values()) {
            elements.put(element.name(), compiler.elements().global(element));
        }
        compiler.completeAll();
        return new Layout(elements, types);
    }

    /** Compiles a schema under the default limits. */
    public static Layout compile(Schema schema) {
        return compile(schema, Limits.defaults());
    }

    /** The global element of that name. */
    public Optional<Slot.Element> element(QName name) {
        return Optional.ofNullable(elements.get(name));
    }

    /** The named type, built-in types included. */
    public Optional<TypeLayout> type(QName name) {
        return Optional.ofNullable(types.get(name));
    }

    /**
     * The plan of a message part that is described by a type instead of an element, as in rpc/literal; its name is the
     * part's, mostly without a namespace. Empty if there is no such type.
     */
    public Optional<Slot.Element> part(QName name, QName type) {
        return type(type).map(layout -> new Slot.Element(name, layout, false));
    }

    /** Returns the plans of all global elements, in no particular order; cannot be changed. */
    public Collection<Slot.Element> elements() {
        return elements.values();
    }

    /** Returns the plans of all named types, built-in types included, in no particular order; cannot be changed. */
    public Collection<TypeLayout> types() {
        return types.values();
    }
}
