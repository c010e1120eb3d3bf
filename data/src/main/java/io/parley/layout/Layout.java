package io.parley.layout;

import io.parley.Limits;
import io.parley.schema.ElementDeclaration;
import io.parley.schema.Schema;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A compiled schema: the layouts of its global elements and named types. Immutable. */
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
     * @throws io.parley.ParleyException with {@link io.parley.ErrorCode#LIMIT} if groups and inheritance make the
     *     layout many times larger than the limit of a schema
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

    /** Returns the global element of that name. */
    public Optional<Slot.Element> element(QName name) {
        return Optional.ofNullable(elements.get(name));
    }

    /** Returns the named type, which may be a built-in one. */
    public Optional<TypeLayout> type(QName name) {
        return Optional.ofNullable(types.get(name));
    }

    /**
     * Returns the layout of a message part that is described by a type instead of an element, as in rpc/literal. Its
     * name is that of the part, mostly without a namespace. Empty if there is no such type.
     */
    public Optional<Slot.Element> part(QName name, QName type) {
        return type(type).map(layout -> new Slot.Element(name, layout, false));
    }

    /** Returns the layouts of all global elements, in no particular order. Unmodifiable. */
    public Collection<Slot.Element> elements() {
        return elements.values();
    }

    /** Returns the layouts of all named types, including built-in ones, in no particular order. Unmodifiable. */
    public Collection<TypeLayout> types() {
        return types.values();
    }
}
