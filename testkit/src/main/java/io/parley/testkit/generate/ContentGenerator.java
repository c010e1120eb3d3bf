package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;

/**
 * Generates random content models. No two particles of one model have a name in common, except where a name
 * deliberately occurs twice with something required before the second, so that each element identifies its particle as
 * soon as it starts.
 */
final class ContentGenerator {
    private static final String[] WILDCARDS = {"lax", "skip", "strict", "lax"};

    private final Random random;
    private final DocumentDef document;
    private final Pool pool;
    private final TypeGenerator types;
    private int anonymous;

    ContentGenerator(Random random, DocumentDef document, Pool pool, TypeGenerator types) {
        this.random = random;
        this.document = document;
        this.pool = pool;
        this.types = types;
    }

    /** Returns a sequence or choice as the whole content of a type. */
    ParticleDef.Group top(ComplexDef type, int depth) {
        boolean choice = random.nextInt(5) == 0;
        List<ParticleDef> particles = particles(type, depth, 2 + random.nextInt(4));
        if (choice) {
            int kind = random.nextInt(3);
            return new ParticleDef.Group("choice", particles, kind == 0 ? 1 : 0, kind == 1 ? 1 : ParticleDef.UNBOUNDED);
        }
        if (random.nextInt(6) == 0) {
            return new ParticleDef.Group("sequence", particles, 0, random.nextBoolean() ? 1 : ParticleDef.UNBOUNDED);
        }
        if (random.nextInt(8) == 0) {
            sameNameTwice(type, particles);
        }
        if (random.nextInt(5) == 0 && type.names().claim("any")) {
            particles.add(wildcard(type));
        }
        return new ParticleDef.Group("sequence", particles, 1, 1);
    }

    /** Returns a group of elements in any order. */
    ParticleDef.Group all(Names names, int min) {
        List<ParticleDef> particles = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            particles.add(new ParticleDef.Local(simpleElement(names), random.nextInt(2), 1));
        }
        return new ParticleDef.Group("all", particles, min, 1);
    }

    /** Returns the content of a named group: simple elements whose names no type uses. */
    ParticleDef.Group shared(Names names) {
        List<ParticleDef> particles = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            particles.add(occurring(simpleElement(names), false));
        }
        return new ParticleDef.Group(random.nextBoolean() ? "sequence" : "choice", particles, 1, 1);
    }

    /** Returns a local element with random occurrence. */
    ParticleDef local(ComplexDef type, TypeDef of, boolean optional) {
        return occurring(element(type.names(), of), optional);
    }

    private List<ParticleDef> particles(ComplexDef type, int depth, int count) {
        List<ParticleDef> particles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            particles.add(particle(type, depth));
        }
        return particles;
    }

    private ParticleDef particle(ComplexDef type, int depth) {
        int kind = random.nextInt(20);
        if (kind < 4 && depth < 3) {
            return nested(type, depth);
        }
        if (kind == 4 && !pool.groups().isEmpty()) {
            ParticleDef.Named group =
                    pool.groups().get(random.nextInt(pool.groups().size()));
            if (type.names().claim("group " + group.name())) {
                return new ParticleDef.GroupUse(group, random.nextInt(2), random.nextInt(4) == 0 ? -1 : 1);
            }
        }
        if (kind < 8 && !pool.elements().isEmpty()) {
            ElementDef element =
                    pool.elements().get(random.nextInt(pool.elements().size()));
            if (type.names().claim("element " + element.name())) {
                return new ParticleDef.Reference(element, 0, random.nextBoolean() ? 1 : ParticleDef.UNBOUNDED);
            }
        }
        if (kind < 12 && !pool.complexTypes().isEmpty()) {
            ComplexDef of =
                    pool.complexTypes().get(random.nextInt(pool.complexTypes().size()));
            return local(type, of, of.isAbstract());
        }
        if (kind == 12 && depth < 2) {
            ComplexDef of = types.anonymous(depth + 1);
            QName name = name("box-" + document.file().replace(".xsd", "") + ++anonymous, "");
            return occurring(formed(new ElementDef(name, of)).with(Construct.ANONYMOUS_COMPLEX_TYPE), false);
        }
        if (kind == 13) {
            return local(type, random.nextInt(3) == 0 ? TypeDef.Open.ANY_SIMPLE_TYPE : TypeDef.Open.ANY_TYPE, false);
        }
        return occurring(simpleElement(type.names()), false);
    }

    private ParticleDef nested(ComplexDef type, int depth) {
        List<ParticleDef> particles = particles(type, depth + 1, 1 + random.nextInt(3));
        String compositor = random.nextInt(3) == 0 ? "sequence" : "choice";
        return switch (random.nextInt(4)) {
            case 0 -> new ParticleDef.Group(compositor, particles, 0, 1);
            case 1 -> new ParticleDef.Group(compositor, particles, 0, ParticleDef.UNBOUNDED);
            case 2 -> new ParticleDef.Group(compositor, particles, 1, 3);
            default -> new ParticleDef.Group(compositor, particles, 1, 1);
        };
    }

    private void sameNameTwice(ComplexDef type, List<ParticleDef> particles) {
        ElementDef twice = element(type.names(), pool.simpleTypes().plain());
        particles.add(0, new ParticleDef.Local(twice, 1, 1));
        ElementDef again = new ElementDef(twice.name(), twice.type()).with(Construct.SAME_NAME_TWICE);
        again.form(twice.form());
        particles.add(new ParticleDef.Local(again, 0, random.nextBoolean() ? 1 : ParticleDef.UNBOUNDED));
    }

    /**
     * Returns a wildcard and closes the type, since elements after a wildcard for other namespaces could be ambiguous.
     */
    private ParticleDef wildcard(ComplexDef type) {
        String process = WILDCARDS[random.nextInt(WILDCARDS.length)];
        type.close();
        boolean strict = process.equals("strict");
        String namespaces = strict || random.nextInt(3) == 0 ? SchemaGenerator.KNOWN : SchemaGenerator.WILD;
        return new ParticleDef.Any(namespaces, process, 0, random.nextBoolean() ? 1 : ParticleDef.UNBOUNDED);
    }

    private ElementDef simpleElement(Names names) {
        SimpleDef type = pool.simpleTypes().next();
        ElementDef element = element(names, type);
        if (random.nextInt(8) == 0) {
            ElementDef plain = element(names, pool.simpleTypes().plain());
            boolean fixed = random.nextBoolean();
            plain.constraint(new ValueConstraint(fixed ? "fixed" : "default", TypeGenerator.usual(plain.type())));
            return plain.with(fixed ? Construct.FIXED_ELEMENT : Construct.DEFAULT_ELEMENT);
        }
        if (random.nextInt(5) == 0) {
            element.nillable();
        }
        return element;
    }

    private ElementDef element(Names names, TypeDef type) {
        String local = names.next(random);
        String form = random.nextInt(10) > 0 ? "" : random.nextBoolean() ? "qualified" : "unqualified";
        ElementDef element = formed(new ElementDef(name(local, form), type));
        element.form(form);
        if (!form.isEmpty()) {
            element.with(Construct.FORM_OF_ONE_ELEMENT);
        }
        if (Names.isKeyword(local)) {
            element.with(Construct.NAME_THAT_IS_A_JAVA_KEYWORD);
        }
        if (Names.isBeyondAscii(local)) {
            element.with(Construct.NAME_BEYOND_ASCII);
        }
        if (type instanceof SimpleDef && !(type instanceof SimpleDef.BuiltIn) && type.name() == null) {
            element.with(Construct.ANONYMOUS_SIMPLE_TYPE);
        }
        if (type instanceof ComplexDef && random.nextInt(5) == 0) {
            element.nillable();
        }
        return element;
    }

    private ElementDef formed(ElementDef element) {
        return element.with(
                element.name().getNamespaceURI().isEmpty()
                        ? Construct.ELEMENTS_UNQUALIFIED
                        : Construct.ELEMENTS_QUALIFIED);
    }

    private QName name(String local, String form) {
        boolean qualified = form.isEmpty() ? document.areElementsQualified() : form.equals("qualified");
        return new QName(qualified ? document.namespace() : "", local);
    }

    /** Returns the element once or any number of times: for other upper bounds, the JDK's validator miscounts. */
    private ParticleDef occurring(ElementDef element, boolean optional) {
        int min = optional ? 0 : 1;
        return switch (random.nextInt(10)) {
            case 0, 1 -> new ParticleDef.Local(element, 0, 1);
            case 2 -> new ParticleDef.Local(element, 0, ParticleDef.UNBOUNDED);
            case 3 -> new ParticleDef.Local(element, min, ParticleDef.UNBOUNDED);
            default -> new ParticleDef.Local(element, min, 1);
        };
    }
}
