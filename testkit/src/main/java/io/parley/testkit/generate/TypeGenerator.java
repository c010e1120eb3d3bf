package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import javax.xml.namespace.QName;

/** Generates random complex types of one document. */
final class TypeGenerator {
    private static final Map<Construct, String> USUAL = Map.of(
            Construct.TOKEN, "usual", Construct.INT, "5", Construct.BOOLEAN, "true", Construct.DATE, "2026-11-21");

    private final Random random;
    private final DocumentDef document;
    private final Pool pool;
    private final boolean forJava;
    private final ContentGenerator contents;

    TypeGenerator(Random random, DocumentDef document, Pool pool, boolean forJava) {
        this.random = random;
        this.document = document;
        this.pool = pool;
        this.forJava = forJava;
        this.contents = new ContentGenerator(random, document, pool, this);
    }

    ContentGenerator contents() {
        return contents;
    }

    /** Returns the default value for elements of a type. */
    static String usual(TypeDef type) {
        return USUAL.getOrDefault(((SimpleDef) type).builtIn().construct(), "usual");
    }

    /** Adds content and attributes to a type. */
    void fill(ComplexDef type, int depth) {
        int kind = random.nextInt(20);
        if (kind < 3) {
            type.text(text());
            type.constructs().add(Construct.SIMPLE_CONTENT_EXTENSION);
        } else if (kind == 3) {
            type.content(all(type.names()));
            type.close();
        } else if (kind > 4) {
            if (kind == 5) {
                type.mixed();
            }
            type.content(contents.top(type, depth));
        }
        attributes(type);
        note(type);
    }

    private ParticleDef all(Names names) {
        return pool.allGroups().isEmpty() || random.nextBoolean()
                ? contents.all(names, random.nextInt(2))
                : new ParticleDef.GroupUse(pool.allGroups().get(0), 1, 1);
    }

    /** Adds elements of a type itself, or of another that leads back to it. */
    void recur(ComplexDef type, ComplexDef to, Construct construct) {
        List<ParticleDef> particles = new ArrayList<>();
        if (type.content() != null) {
            particles.add(type.content());
        }
        boolean tree = construct != Construct.RECURSIVE_CHAIN;
        String local = construct.name().toLowerCase(Locale.ROOT);
        ElementDef element =
                new ElementDef(new QName(document.areElementsQualified() ? document.namespace() : "", local), to);
        if (type.names().claim(element.name().getLocalPart())) {
            particles.add(0, new ParticleDef.Local(element.with(construct), 0, tree ? ParticleDef.UNBOUNDED : 1));
            type.content(new ParticleDef.Group("sequence", particles, 1, 1));
        }
    }

    /** Returns an anonymous type. */
    ComplexDef anonymous(int depth) {
        ComplexDef type = ComplexDef.of(null);
        fill(type, depth);
        return type;
    }

    ComplexDef extension(QName name, ComplexDef base) {
        ComplexDef type = ComplexDef.of(name, ComplexDef.Derivation.EXTENSION, base);
        if (base.effectiveText() == null && !base.isClosed() && random.nextInt(6) > 0) {
            type.content(contents.top(type, 1));
        }
        attributes(type);
        note(type);
        return type;
    }

    /** Returns a type with fewer elements and attributes than its base, which must be of the same document. */
    ComplexDef restriction(QName name, ComplexDef base) {
        ComplexDef type = ComplexDef.of(name, ComplexDef.Derivation.RESTRICTION, base);
        SimpleDef text = base.effectiveText();
        if (text != null) {
            ValueGenerator values = new ValueGenerator(random, new Coverage(), List.of(), forJava);
            List<String> samples = List.of(values.next(text), values.next(text), values.next(text));
            type.text(pool.simpleTypes().facets(text, samples));
            type.constructs().add(Construct.SIMPLE_CONTENT_RESTRICTION);
        } else if (base.content() instanceof ParticleDef.Group group) {
            type.content(restricted(group));
        }
        for (AttributeDef.Use use : base.effectiveAttributes().values()) {
            if (!use.isRequired() && !use.isReference() && random.nextInt(3) == 0 && !isIdentifier(use)) {
                type.attributes()
                        .add(new AttributeDef.Use(
                                use.attribute(), "prohibited", ValueConstraint.NONE, false, use.construct()));
                type.constructs().add(Construct.PROHIBITED_ATTRIBUTE);
            }
        }
        type.close();
        note(type);
        return type;
    }

    /**
     * Returns whether an attribute is an identifier, which a restriction must not remove: the root may need one, see
     * {@link References#settle}.
     */
    private static boolean isIdentifier(AttributeDef.Use use) {
        return use.attribute().type().builtIn().construct() == Construct.ID;
    }

    /** Returns whether a type can be restricted by omitting optional content. */
    static boolean isRestrictable(ComplexDef base) {
        if (base.base() != null || base.isMixed()) {
            return false;
        }
        return base.effectiveText() != null
                || (base.content() instanceof ParticleDef.Group group
                        && group.compositor().equals("sequence")
                        && group.particles().stream().allMatch(TypeGenerator::isPlain));
    }

    private static boolean isPlain(ParticleDef particle) {
        return particle instanceof ParticleDef.Local local
                && local.element().type() instanceof SimpleDef type
                && (type instanceof SimpleDef.BuiltIn || type.name() != null);
    }

    private ParticleDef restricted(ParticleDef.Group group) {
        List<ParticleDef> particles = new ArrayList<>();
        for (ParticleDef particle : group.particles()) {
            ParticleDef.Local local = (ParticleDef.Local) particle;
            if (local.min() > 0) {
                particles.add(local);
            } else if (random.nextBoolean()) {
                particles.add(new ParticleDef.Local(local.element(), 1, local.max()));
            }
        }
        return new ParticleDef.Group(group.compositor(), particles, group.min(), group.max());
    }

    private SimpleDef text() {
        List<Construct> types = List.of(
                Construct.INT, Construct.STRING, Construct.DOUBLE, Construct.DECIMAL, Construct.TOKEN, Construct.DATE);
        if (random.nextInt(3) > 0) {
            return BuiltIns.of(types.get(random.nextInt(types.size())));
        }
        SimpleDef type = pool.simpleTypes().next();
        boolean anonymous = !(type instanceof SimpleDef.BuiltIn) && type.name() == null;
        boolean contextual = BuiltIns.REFERENCES.contains(type.builtIn().construct())
                || type.builtIn().construct() == Construct.QNAME;
        return anonymous || contextual ? BuiltIns.of(Construct.FLOAT) : type;
    }

    private void attributes(ComplexDef type) {
        for (int i = random.nextInt(4); i > 0; i--) {
            AttributeDef.Use use = attribute(type.names());
            if (type.names().claim("attribute " + use.attribute().name())) {
                type.attributes().add(use);
            }
        }
        if (!pool.attributeGroups().isEmpty() && random.nextInt(4) == 0) {
            AttributeDef.Group group = pool.attributeGroups()
                    .get(random.nextInt(pool.attributeGroups().size()));
            if (type.names().claim("attributes " + group.name())) {
                type.attributeGroups().add(group);
            }
        }
        if (!pool.attributes().isEmpty() && random.nextInt(4) == 0) {
            AttributeDef.Use use =
                    pool.attributes().get(random.nextInt(pool.attributes().size()));
            if (type.names().claim("attribute " + use.attribute().name())) {
                type.attributes().add(use);
            }
        }
        if (random.nextInt(6) == 0) {
            type.anyAttribute();
        }
        if (random.nextInt(6) == 0) {
            identify(type);
        }
        if (!forJava && random.nextInt(6) == 0) {
            sameNameAsAnElement(type);
        }
    }

    /** Adds an identifier to a type, unless it has one. */
    void identify(ComplexDef type) {
        if (type.names().claim("identity")) {
            AttributeDef id = new AttributeDef(new QName("identity"), BuiltIns.of(Construct.ID), "unqualified");
            type.attributes()
                    .add(new AttributeDef.Use(id, "", ValueConstraint.NONE, false, Construct.OPTIONAL_ATTRIBUTE));
        }
    }

    private void sameNameAsAnElement(ComplexDef type) {
        if (type.content() instanceof ParticleDef.Group group
                && group.particles().get(0) instanceof ParticleDef.Local local) {
            QName name = attributeName(local.element().name().getLocalPart());
            if (type.names().claim("attribute " + name)) {
                AttributeDef same = new AttributeDef(name, pool.simpleTypes().next(), "");
                type.attributes()
                        .add(new AttributeDef.Use(
                                same,
                                "required",
                                ValueConstraint.NONE,
                                false,
                                Construct.SAME_NAME_FOR_ATTRIBUTE_AND_ELEMENT));
            }
        }
    }

    /** Returns an attribute of a random kind. */
    AttributeDef.Use attribute(Names names) {
        String local = names.next(random);
        AttributeDef plain =
                new AttributeDef(attributeName(local), pool.simpleTypes().plain(), "");
        AttributeDef any =
                new AttributeDef(attributeName(local), pool.simpleTypes().next(), "");
        return switch (random.nextInt(7)) {
            case 0, 1 ->
                new AttributeDef.Use(any, "required", ValueConstraint.NONE, false, Construct.REQUIRED_ATTRIBUTE);
            case 2 -> {
                ValueConstraint usual = new ValueConstraint("default", usual(plain.type()));
                yield new AttributeDef.Use(plain, "", usual, false, Construct.DEFAULT_ATTRIBUTE);
            }
            case 3 -> {
                ValueConstraint fixed = new ValueConstraint("fixed", usual(plain.type()));
                yield new AttributeDef.Use(plain, "", fixed, false, Construct.FIXED_ATTRIBUTE);
            }
            case 4 -> {
                AttributeDef qualified = new AttributeDef(
                        new QName(document.namespace(), local),
                        pool.simpleTypes().next(),
                        "qualified");
                yield new AttributeDef.Use(qualified, "", ValueConstraint.NONE, false, Construct.QUALIFIED_ATTRIBUTE);
            }
            default -> new AttributeDef.Use(any, "", ValueConstraint.NONE, false, Construct.OPTIONAL_ATTRIBUTE);
        };
    }

    private QName attributeName(String local) {
        return new QName(document.areAttributesQualified() ? document.namespace() : "", local);
    }

    private void note(ComplexDef type) {
        if (document.namespace().isEmpty()) {
            type.constructs().add(Construct.NO_TARGET_NAMESPACE);
        }
    }
}
