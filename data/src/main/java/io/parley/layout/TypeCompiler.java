package io.parley.layout;

import io.parley.schema.BuiltIn;
import io.parley.schema.ComplexType;
import io.parley.schema.Schema;
import io.parley.schema.TypeDefinition;
import io.parley.schema.TypeName;
import io.parley.schema.TypeUse;
import io.parley.schema.WireFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Compiler of types. A complex type is first created empty, so that others can refer to it, and completed later from a
 * queue. Only bases are completed recursively; the schema's check has limited the depth of inheritance.
 */
final class TypeCompiler {
    private final Schema schema;
    private final PlanBudget budget;
    private final SimpleCompiler simple;
    private final ElementCompiler elements;
    private final IdentityHashMap<ComplexType, ComplexLayout> layouts = new IdentityHashMap<>();
    private final Set<ComplexType> completed = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<ComplexType> queue = new ArrayDeque<>();
    private final Map<QName, ComplexLayout> untyped = new HashMap<>();
    private int count;

    TypeCompiler(Schema schema, PlanBudget budget) {
        this.schema = schema;
        this.budget = budget;
        this.simple = new SimpleCompiler(schema);
        this.elements = new ElementCompiler(schema, this, budget);
    }

    ElementCompiler elements() {
        return elements;
    }

    /** Returns the layout of an element's type. */
    TypeLayout elementType(TypeUse use, WireFormat wire) {
        if (use instanceof TypeName name) {
            if (name.name().equals(BuiltIn.ANY_TYPE) || name.name().equals(BuiltIn.ANY_SIMPLE_TYPE.type())) {
                return untyped(name.name(), "any type may stand in its place");
            }
        }
        if (schema.definition(use).orElse(null) instanceof ComplexType complex) {
            return complex(complex);
        }
        Optional<SimpleLayout> known = simple.compile(use, wire);
        if (known.isPresent()) {
            return known.get();
        }
        return use instanceof TypeName name
                ? untyped(name.name(), "the type " + schema.whyMissing(name.name()))
                : untyped(null, "its type rests on one that is not defined in the schemas given");
    }

    private ComplexLayout untyped(@Nullable QName name, String reason) {
        ComplexLayout known = name == null ? null : untyped.get(name);
        if (known != null) {
            return known;
        }
        ComplexLayout layout = new ComplexLayout(count++, name, false);
        layout.complete(List.of(), true, new ComplexLayout.Content.Infoset(reason));
        if (name != null) {
            untyped.put(name, layout);
        }
        return layout;
    }

    private ComplexLayout complex(ComplexType type) {
        ComplexLayout layout = layouts.get(type);
        if (layout == null) {
            budget.use(1);
            layout = new ComplexLayout(count++, type.name(), type.isAbstract());
            layouts.put(type, layout);
            queue.add(type);
        }
        return layout;
    }

    /** Completes all created types, and those that they refer to. */
    void completeAll() {
        while (!queue.isEmpty()) {
            completed(queue.remove());
        }
    }

    private ComplexLayout completed(ComplexType type) {
        ComplexLayout layout = complex(type);
        if (completed.add(type)) {
            AttributeCompiler attributes = new AttributeCompiler(schema, simple, budget);
            ComplexLayout.Content content = content(type, attributes);
            attributes.add(type.attributes());
            layout.complete(attributes.slots(), attributes.any(), content);
        }
        return layout;
    }

    /** Returns the content of a type, including inherited content, and adds inherited attributes. */
    private ComplexLayout.Content content(ComplexType type, AttributeCompiler attributes) {
        QName baseName = type.base().name();
        if (baseName.equals(BuiltIn.ANY_TYPE)) {
            return withoutBase(type, attributes);
        }
        TypeDefinition base = schema.definition(type.base()).orElse(null);
        if (base instanceof ComplexType complex) {
            ComplexLayout inherited = completed(complex);
            attributes.inherit(inherited);
            return type.derivation() == ComplexType.Derivation.EXTENSION
                    ? extended(type, inherited)
                    : inherited
                            .content(); // content of a restriction is valid for its base, and JAXB's classes inherit it
            // too
        }
        Optional<SimpleLayout> text =
                type.simpleContent() ? simple.compile(type.base(), WireFormat.USUAL) : Optional.empty();
        if (text.isPresent()) {
            return new ComplexLayout.Content.Text(text.get());
        }
        attributes.addAny();
        return new ComplexLayout.Content.Infoset("its base " + schema.whyMissing(baseName));
    }

    private ComplexLayout.Content withoutBase(ComplexType type, AttributeCompiler attributes) {
        if (type.derivation() == ComplexType.Derivation.EXTENSION || type.simpleContent()) {
            attributes.addAny();
            return new ComplexLayout.Content.Infoset("it extends a type that allows anything");
        }
        ContentModel model = new ContentModel();
        addOwn(type, model);
        return model.content();
    }

    private ComplexLayout.Content extended(ComplexType type, ComplexLayout base) {
        ComplexLayout.Content inherited = base.content();
        if (inherited instanceof ComplexLayout.Content.Infoset || type.simpleContent()) {
            return inherited;
        }
        ContentModel model = new ContentModel();
        if (inherited instanceof ComplexLayout.Content.Elements elementsOnly) {
            budget.use(elementsOnly.slots().size());
            model.addAll(elementsOnly.slots());
        } else if (inherited instanceof ComplexLayout.Content.Text) {
            return inherited;
        }
        addOwn(type, model);
        return model.content();
    }

    private void addOwn(ComplexType type, ContentModel model) {
        if (type.mixed()) {
            model.untypable("mixed content");
        } else if (type.particle() != null) {
            elements.flatten(type.particle(), true, model);
        }
    }

    /**
     * Compiles all named types: defined ones, built-in ones and {@code xs:anyType}. Determines their substitutes
     * afterwards.
     */
    Map<QName, TypeLayout> namedTypes() {
        Map<QName, TypeLayout> named = new HashMap<>();
        for (BuiltIn builtIn : BuiltIn.values()) {
            named.put(builtIn.type(), SimpleLayout.of(builtIn.type(), Scalars.of(builtIn)));
        }
        Map<QName, List<ComplexType>> derived = new HashMap<>();
        for (Map.Entry<QName, TypeDefinition> type : schema.types().entrySet()) {
            named.put(type.getKey(), elementType(type.getValue(), WireFormat.USUAL));
            if (type.getValue() instanceof ComplexType complex) {
                derived.computeIfAbsent(complex.base().name(), key -> new ArrayList<>())
                        .add(complex);
            }
        }
        named.put(BuiltIn.ANY_TYPE, elementType(new TypeName(BuiltIn.ANY_TYPE), WireFormat.USUAL));
        derived.remove(BuiltIn.ANY_TYPE);
        for (QName base : derived.keySet()) {
            if (named.get(base) instanceof ComplexLayout layout
                    && schema.types().containsKey(base)) {
                layout.substitutes(substitutes(base, derived));
            }
        }
        return named;
    }

    private List<TypeLayout> substitutes(QName base, Map<QName, List<ComplexType>> derived) {
        Map<QName, TypeLayout> found = new TreeMap<>(CanonicalOrder.NAMES);
        Set<QName> seen = new TreeSet<>(CanonicalOrder.NAMES);
        Deque<QName> open = new ArrayDeque<>(List.of(base));
        while (!open.isEmpty()) {
            for (ComplexType type : derived.getOrDefault(open.pop(), List.of())) {
                QName name = type.name();
                if (name != null && seen.add(name)) {
                    budget.use(1);
                    open.add(name);
                    if (!type.isAbstract()) {
                        found.put(name, complex(type));
                    }
                }
            }
        }
        return List.copyOf(found.values());
    }
}
