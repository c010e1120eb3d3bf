package io.parley.schema;

import io.parley.Limits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Checks a whole set of documents: that references resolve to declarations of the right kind, that no definition
 * depends on itself, and that annotations fit their types.
 */
final class SchemaChecker {
    private final Components components;
    private final Limits limits;
    private final Problems problems;
    private final Schema schema;
    private final WireChecker wire;

    SchemaChecker(Components components, Limits limits, Problems problems) {
        this.components = components;
        this.limits = limits;
        this.problems = problems;
        this.schema = new Schema(components, problems);
        this.wire = new WireChecker(schema, components, problems);
    }

    void check() {
        new Circularity(components, limits, problems).check();
        List.copyOf(components.elements.values()).forEach(this::element);
        components.attributes.values().forEach(this::attribute);
        components.types.values().forEach(this::type);
        components.groups.values().forEach(this::particle);
        components.attributeGroups.values().forEach(this::attributes);
    }

    private void element(ElementDeclaration element) {
        wire.check(element.wire(), schema.typeOf(element), element);
        if (element.head() != null) {
            expect("element", element.head(), components.elements, element);
        }
        use(element.type(), false);
    }

    private void attribute(AttributeDeclaration attribute) {
        wire.check(attribute.wire(), attribute.type(), attribute);
        use(attribute.type(), true);
    }

    private void type(TypeDefinition type) {
        if (type instanceof SimpleType simple) {
            wire.check(simple.wire(), simple, simple);
            simple.of().forEach(use -> use(use, true));
        } else {
            complex((ComplexType) type);
        }
    }

    private void complex(ComplexType type) {
        use(type.base(), false);
        Optional<TypeDefinition> base =
                Optional.ofNullable(components.types.get(type.base().name()));
        boolean simpleBase = base.filter(SimpleType.class::isInstance).isPresent()
                || BuiltIn.of(type.base().name()).isPresent();
        if (simpleBase && !type.simpleContent()) {
            problems.add(components.place(type.base()), "expected a complex type as base, found a simple one");
        }
        if (type.text() != null) {
            type(type.text());
        }
        if (type.particle() != null) {
            particle(type.particle());
        }
        attributes(type.attributes());
    }

    private void attributes(Attributes attributes) {
        for (Attributes.Use use : attributes.uses()) {
            if (use instanceof Attributes.Local local) {
                attribute(local.declaration());
            } else if (use instanceof Attributes.Reference reference) {
                expect("attribute", reference.name(), components.attributes, reference);
            }
        }
        for (Attributes.GroupName group : attributes.groups()) {
            expect("attribute group", group.name(), components.attributeGroups, group);
        }
    }

    private void particle(Particle particle) {
        if (particle instanceof Particle.Local local) {
            element(local.declaration());
        } else if (particle instanceof Particle.Reference reference) {
            expect("element", reference.name(), components.elements, reference);
        } else if (particle instanceof Particle.GroupName name) {
            expect("group", name.name(), components.groups, name);
        } else if (particle instanceof Particle.Group group) {
            group.particles().forEach(this::particle);
        }
    }

    private void use(@Nullable TypeUse use, boolean simple) {
        if (use instanceof TypeName name) {
            QName type = name.name();
            if (BuiltIn.of(type).isPresent() || (type.equals(BuiltIn.ANY_TYPE) && !simple)) {
                return;
            }
            expect("type", type, components.types, name);
            if (simple && components.types.get(type) instanceof ComplexType) {
                problems.add(components.place(name), "expected a simple type, found the complex type " + type);
            }
        } else if (use != null) {
            type((TypeDefinition) use);
        }
    }

    private void expect(String kind, QName name, Map<QName, ?> declared, Object referrer) {
        if (!declared.containsKey(name) && !components.broken.containsKey(name) && !name.equals(Names.BROKEN)) {
            problems.add(components.place(referrer), "expected a declared " + kind + ", found none named " + name);
        }
    }
}
