package io.parley.schema;

import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Converts the nodes of one document into components. References stay names, which are checked once all documents are
 * read.
 */
final class ComponentReader {
    private static final TypeName ANY_TYPE = new TypeName(BuiltIn.ANY_TYPE);
    private static final List<String> COMPOSITORS = List.of("sequence", "choice", "all");

    private final Scope scope;
    private final Names names;
    private final Components components;
    private final Budget budget;
    private final Problems problems;
    private final WireReader wire;

    ComponentReader(Scope scope, Components components, Budget budget, Problems problems) {
        this.scope = scope;
        this.names = new Names(scope, problems);
        this.components = components;
        this.budget = budget;
        this.problems = problems;
        this.wire = new WireReader(problems);
    }

    /** Reads a global declaration. A repeated declaration that is identical is skipped. */
    void global(XsdNode node) {
        QName name = names.global(node);
        if (name == null || !components.register(node.name(), name, node, problems)) {
            return;
        }
        switch (node.name()) {
            case "element" -> components.elements.put(name, element(node, name));
            case "attribute" -> components.attributes.put(name, attribute(node, name));
            case "simpleType" -> components.types.put(name, simpleType(node, name));
            case "complexType" -> components.types.put(name, complexType(node, name));
            case "group" -> components.groups.put(name, namedGroup(node));
            case "attributeGroup" -> components.attributeGroups.put(name, attributes(node));
            default -> problems.add(node.place(), "expected a global declaration, found " + node.name());
        }
    }

    private ElementDeclaration element(XsdNode node, QName name) {
        budget.component();
        String head = node.attribute("substitutionGroup");
        String[] heads = head == null ? new String[0] : head.split("\\s+", -1);
        if (heads.length > 1) {
            problems.add(node.place(), "expected one substitution group, found " + heads.length);
        }
        return components.at(
                node.place(),
                new ElementDeclaration(
                        name,
                        typeOf(node),
                        node.isTrue("nillable"),
                        node.isTrue("abstract"),
                        whenEmpty(node),
                        heads.length == 0 ? null : names.reference(node, heads[0]),
                        wire.read(node)));
    }

    private @Nullable String whenEmpty(XsdNode node) {
        String defaultValue = node.attribute("default");
        String fixed = node.attribute("fixed");
        if (defaultValue != null && fixed != null) {
            problems.add(node.place(), "expected a default or a fixed value, found both");
        }
        return defaultValue == null ? fixed : defaultValue;
    }

    private AttributeDeclaration attribute(XsdNode node, QName name) {
        budget.component();
        TypeUse type = typeOf(node);
        return components.at(
                node.place(),
                new AttributeDeclaration(
                        name, type == null ? named(node, BuiltIn.ANY_SIMPLE_TYPE.type()) : type, wire.read(node)));
    }

    private @Nullable TypeUse typeOf(XsdNode node) {
        String name = node.attribute("type");
        XsdNode simple = node.child("simpleType").orElse(null);
        XsdNode complex = node.child("complexType").orElse(null);
        if ((name == null ? 0 : 1) + (simple == null ? 0 : 1) + (complex == null ? 0 : 1) > 1) {
            problems.add(node.place(), "expected one type, found several");
        }
        if (name != null) {
            return named(node, names.reference(node, name));
        }
        if (simple != null) {
            return simpleType(simple, null);
        }
        return complex == null ? null : complexType(complex, null);
    }

    private TypeName named(XsdNode node, QName name) {
        return components.at(node.place(), new TypeName(name));
    }

    SimpleType simpleType(XsdNode node, @Nullable QName name) {
        budget.component();
        WireFormat format = wire.read(node);
        XsdNode restriction = node.child("restriction").orElse(null);
        XsdNode list = node.child("list").orElse(null);
        XsdNode union = node.child("union").orElse(null);
        SimpleType type;
        if (restriction != null) {
            type = restriction(restriction, name, format);
        } else if (list != null) {
            type = new SimpleType(name, SimpleType.Variety.LIST, references(list, "itemType", true), List.of(), format);
        } else if (union != null) {
            type = new SimpleType(
                    name, SimpleType.Variety.UNION, references(union, "memberTypes", false), List.of(), format);
        } else {
            problems.add(node.place(), "expected a restriction, list or union, found none");
            TypeUse text = named(node, BuiltIn.STRING.type());
            type = new SimpleType(name, SimpleType.Variety.RESTRICTION, List.of(text), List.of(), format);
        }
        return components.at(node.place(), type);
    }

    private SimpleType restriction(XsdNode node, @Nullable QName name, WireFormat format) {
        List<TypeUse> base = references(node, "base", true);
        List<String> values = new ArrayList<>();
        for (XsdNode value : node.children("enumeration")) {
            budget.component();
            String text = value.rawAttribute("value");
            if (text == null) {
                problems.add(value.place(), "expected an attribute value, found none");
            } else {
                values.add(text);
            }
        }
        return new SimpleType(name, SimpleType.Variety.RESTRICTION, base, values, format);
    }

    /** Reads the types that an attribute names or that are defined inside the node. */
    private List<TypeUse> references(XsdNode node, String attribute, boolean one) {
        List<TypeUse> types = new ArrayList<>();
        for (String name : node.attribute(attribute, "").split("\\s+", -1)) {
            if (!name.isEmpty()) {
                types.add(named(node, names.reference(node, name)));
            }
        }
        for (XsdNode inner : node.children("simpleType")) {
            types.add(simpleType(inner, null));
        }
        if (types.isEmpty() || (one && types.size() > 1)) {
            problems.add(
                    node.place(),
                    "expected " + (one ? "one type" : "types") + " in " + attribute + " or inside, found "
                            + types.size());
            return List.of(types.isEmpty() ? named(node, BuiltIn.STRING.type()) : types.get(0));
        }
        return types;
    }

    private ComplexType complexType(XsdNode node, @Nullable QName name) {
        budget.component();
        XsdNode simple = node.child("simpleContent").orElse(null);
        XsdNode complex = node.child("complexContent").orElse(null);
        boolean mixed = node.isTrue("mixed");
        ComplexType type;
        if (simple != null) {
            type = derived(node, simple, name, mixed);
        } else if (complex != null) {
            type = derived(node, complex, name, complex.attribute("mixed") == null ? mixed : complex.isTrue("mixed"));
        } else {
            type = new ComplexType(
                    name,
                    node.isTrue("abstract"),
                    mixed,
                    ComplexType.Derivation.RESTRICTION,
                    ANY_TYPE,
                    false,
                    null,
                    content(node),
                    attributes(node));
        }
        return components.at(node.place(), type);
    }

    private ComplexType derived(XsdNode node, XsdNode content, @Nullable QName name, boolean mixed) {
        XsdNode extension = content.child("extension").orElse(null);
        XsdNode step = extension == null ? content.child("restriction").orElse(content) : extension;
        if (step == content) {
            problems.add(content.place(), "expected an extension or restriction, found none");
        }
        String base = step.attribute("base");
        if (base == null && step != content) {
            problems.add(step.place(), "expected an attribute base, found none");
        }
        boolean simple = content.is("simpleContent");
        XsdNode text = simple && extension == null ? step.child("simpleType").orElse(null) : null;
        return new ComplexType(
                name,
                node.isTrue("abstract"),
                mixed,
                extension == null ? ComplexType.Derivation.RESTRICTION : ComplexType.Derivation.EXTENSION,
                base == null ? ANY_TYPE : named(step, names.reference(step, base)),
                simple,
                text == null ? null : simpleType(text, null),
                simple ? null : content(step),
                attributes(step));
    }

    /** Reads the content model of a complex type or a derivation step. */
    private @Nullable Particle content(XsdNode node) {
        Particle found = null;
        for (XsdNode child : node.children()) {
            if (COMPOSITORS.contains(child.name()) || child.is("group")) {
                if (found != null) {
                    problems.add(child.place(), "expected one content model, found several");
                }
                found = particle(child);
            } else if (child.is("element") || child.is("any")) {
                problems.add(child.place(), "expected a sequence, choice or all around it, found none");
            }
        }
        return found;
    }

    private Particle.Group namedGroup(XsdNode node) {
        for (XsdNode child : node.children()) {
            if (COMPOSITORS.contains(child.name())) {
                Occurs.check(child, problems);
                return group(child);
            }
        }
        problems.add(node.place(), "expected a sequence, choice or all, found none");
        return components.at(node.place(), new Particle.Group(Particle.Compositor.SEQUENCE, List.of(), 1, 1));
    }

    private Particle.Group group(XsdNode node) {
        budget.component();
        List<Particle> particles = new ArrayList<>();
        for (XsdNode child : node.children()) {
            Particle particle = particle(child);
            if (particle != null) {
                particles.add(particle);
            }
        }
        Particle.Compositor compositor = Particle.Compositor.valueOf(node.name().toUpperCase(java.util.Locale.ROOT));
        return components.at(
                node.place(), new Particle.Group(compositor, particles, Occurs.min(node), Occurs.max(node)));
    }

    private @Nullable Particle particle(XsdNode node) {
        Occurs.check(node, problems);
        return switch (node.name()) {
            case "element" -> elementParticle(node);
            case "sequence", "choice", "all" -> group(node);
            case "group" -> groupName(node);
            case "any" -> {
                wire.refuse(node);
                yield new Particle.Wildcard(Occurs.min(node), Occurs.max(node));
            }
            default -> {
                problems.add(node.place(), "expected an element, group or wildcard, found " + node.name());
                yield null;
            }
        };
    }

    private @Nullable Particle elementParticle(XsdNode node) {
        String reference = node.attribute("ref");
        if (reference != null) {
            wire.refuse(node);
            return components.at(
                    node.place(),
                    new Particle.Reference(names.reference(node, reference), Occurs.min(node), Occurs.max(node)));
        }
        QName name = names.inForm(node, scope.elementsQualified());
        return name == null ? null : new Particle.Local(element(node, name), Occurs.min(node), Occurs.max(node));
    }

    private @Nullable Particle groupName(XsdNode node) {
        String reference = node.attribute("ref");
        if (reference == null) {
            problems.add(node.place(), "expected an attribute ref, found none");
            return null;
        }
        return components.at(
                node.place(),
                new Particle.GroupName(names.reference(node, reference), Occurs.min(node), Occurs.max(node)));
    }

    private Attributes attributes(XsdNode node) {
        List<Attributes.Use> uses = new ArrayList<>();
        List<Attributes.GroupName> groups = new ArrayList<>();
        boolean any = false;
        for (XsdNode child : node.children()) {
            switch (child.name()) {
                case "attribute" -> {
                    Attributes.Use use = attributeUse(child);
                    if (use != null) {
                        uses.add(use);
                    }
                }
                case "attributeGroup" -> {
                    String reference = child.attribute("ref");
                    if (reference == null) {
                        problems.add(child.place(), "expected an attribute ref, found none");
                    } else {
                        QName name = names.reference(child, reference);
                        groups.add(components.at(child.place(), new Attributes.GroupName(name)));
                    }
                }
                case "anyAttribute" -> any = true;
                default -> {} // content models are read by content()
            }
        }
        return components.at(node.place(), new Attributes(uses, groups, any));
    }

    private Attributes.@Nullable Use attributeUse(XsdNode node) {
        String use = node.attribute("use", "optional");
        boolean required = use.equals("required");
        boolean prohibited = use.equals("prohibited");
        String reference = node.attribute("ref");
        if (reference != null) {
            wire.refuse(node);
            return components.at(
                    node.place(), new Attributes.Reference(names.reference(node, reference), required, prohibited));
        }
        QName name = names.inForm(node, scope.attributesQualified());
        return name == null ? null : new Attributes.Local(attribute(node, name), required, prohibited);
    }
}
