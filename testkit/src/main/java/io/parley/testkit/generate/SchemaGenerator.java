package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * Generates random schemas: a few documents that include and import each other, with every {@link Construct} of origin
 * {@link Construct.Origin#SCHEMAS}. The same seed gives the same schema.
 */
public final class SchemaGenerator {
    /** A namespace that no document describes. */
    static final String WILD = "urn:wild";

    /** A namespace whose elements no content model refers to, except by wildcards. */
    static final String KNOWN = "urn:known";

    private final Random random;
    private final boolean forJava;
    private final List<ComplexDef> derivable = new ArrayList<>();
    private final DocumentDef main;
    private final DocumentDef more;
    private final DocumentDef other;
    private final DocumentDef known;
    private final DocumentDef xml;
    private final Map<String, String> prefixes = new LinkedHashMap<>();
    private final Pool mainPool;
    private final Pool otherPool;
    private int number;

    private SchemaGenerator(long seed, boolean forJava) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.forJava = forJava;
        boolean named = random.nextInt(8) > 0;
        String namespace = named ? "urn:main" : "";
        this.main = document("main.xsd", namespace, false);
        this.more = document("more.xsd", namespace, named && random.nextBoolean());
        this.other = document("other.xsd", "urn:other", false);
        this.known = new DocumentDef("known.xsd", KNOWN, false, true, false);
        this.xml = new DocumentDef("xml.xsd", XMLConstants.XML_NS_URI, false, false, false);
        main.includes().add(more);
        main.imports().addAll(List.of(other, known, xml));
        other.imports().add(main);
        this.mainPool = new Pool(random);
        this.otherPool = new Pool(random);
        prefixes();
    }

    /** Returns any schema. */
    public static RandomSchema generate(long seed) {
        return new SchemaGenerator(seed, false).schema();
    }

    /** Returns a schema without name conflicts in Java, which a schema compiler accepts without customization. */
    public static RandomSchema forJava(long seed) {
        return new SchemaGenerator(seed, true).schema();
    }

    private DocumentDef document(String file, String namespace, boolean chameleon) {
        return new DocumentDef(file, namespace, chameleon, random.nextInt(3) > 0, random.nextInt(6) == 0);
    }

    private RandomSchema schema() {
        fillKnown();
        fillMore();
        fillOther();
        fillMain();
        ElementDef root = root();
        main.elements().add(root);
        return new RandomSchema(List.of(main, more, other, known, xml), prefixes, root, parts(), forJava);
    }

    private void prefixes() {
        List<String> names = random.nextBoolean() ? List.of("m", "o", "k") : List.of("ns1", "ns2", "ä");
        if (!main.namespace().isEmpty()) {
            prefixes.put(main.namespace(), names.get(0));
        }
        prefixes.put(other.namespace(), names.get(1));
        prefixes.put(KNOWN, names.get(2));
    }

    private void fillKnown() {
        known.elements().add(new ElementDef(new QName(KNOWN, "fact"), BuiltIns.of(Construct.INT)));
        known.elements().add(new ElementDef(new QName(KNOWN, "word"), BuiltIns.of(Construct.STRING)));
    }

    /** Fills the included document with types that refer to nothing outside it. */
    private void fillMore() {
        Pool pool = new Pool(random);
        TypeGenerator types = new TypeGenerator(random, more, pool, forJava);
        Construct construct = more.isChameleon() ? Construct.CHAMELEON_INCLUDE : Construct.INCLUDE;
        for (int i = 0; i < 2; i++) {
            ComplexDef type = ComplexDef.of(name(more, "Included"));
            types.fill(type, 1);
            type.constructs().add(construct);
            more.complexTypes().add(type);
            pool.complexTypes().add(type);
            mainPool.complexTypes().add(type);
        }
    }

    private void fillOther() {
        TypeGenerator types = new TypeGenerator(random, other, otherPool, forJava);
        simpleTypes(other, otherPool);
        ComplexDef type = ComplexDef.of(name(other, "Imported"));
        types.fill(type, 1);
        type.constructs().add(Construct.IMPORT);
        other.complexTypes().add(type);
        mainPool.complexTypes().add(type);
        ElementDef element = new ElementDef(name(other, "entry"), type);
        other.elements().add(element);
        mainPool.elements().add(element.with(Construct.ELEMENT_REFERENCE));
        AttributeDef attribute =
                new AttributeDef(name(other, "mark"), otherPool.simpleTypes().next(), "");
        other.attributes().add(attribute);
        mainPool.attributes()
                .add(new AttributeDef.Use(attribute, "", ValueConstraint.NONE, true, Construct.REFERENCED_ATTRIBUTE));
        AttributeDef language =
                new AttributeDef(new QName(XMLConstants.XML_NS_URI, "lang"), BuiltIns.of(Construct.LANGUAGE), "");
        xml.attributes().add(language);
        mainPool.attributes()
                .add(new AttributeDef.Use(language, "", ValueConstraint.NONE, true, Construct.XML_ATTRIBUTE));
    }

    private void simpleTypes(DocumentDef document, Pool pool) {
        for (int i = 0; i < 3; i++) {
            SimpleDef type = pool.simpleTypes().derived(name(document, "Simple"));
            document.simpleTypes().add(type);
            pool.simpleTypes().add(type);
        }
    }

    private void fillMain() {
        TypeGenerator types = new TypeGenerator(random, main, mainPool, forJava);
        simpleTypes(main, mainPool);
        notations();
        groups(types);
        ComplexDef headType = substitutionGroup();
        for (int i = 0; i < 4; i++) {
            ComplexDef type = i == 0 ? headType : ComplexDef.of(name(main, "Type"));
            types.fill(type, 0);
            if (i == 0) {
                types.identify(type);
            } else if (random.nextInt(5) == 0) {
                type.makeAbstract();
            }
            recursion(types, type);
            main.complexTypes().add(type);
            mainPool.complexTypes().add(type);
            derivable.add(type);
        }
        derive(types);
        members(headType);
        sameNames();
    }

    private void notations() {
        if (!main.namespace().isEmpty() || random.nextBoolean()) {
            main.notations().addAll(List.of("gif", "jpeg"));
            String prefix = prefixes.getOrDefault(main.namespace(), "");
            String colon = prefix.isEmpty() ? "" : ":";
            List<String> values = List.of(prefix + colon + "gif", prefix + colon + "jpeg");
            SimpleDef notation = SimpleTypes.notation(name(main, "Format"), values);
            main.simpleTypes().add(notation);
            mainPool.simpleTypes().add(notation);
        }
    }

    private void groups(TypeGenerator types) {
        for (int i = 0; i < 2; i++) {
            QName name = name(main, "group");
            ParticleDef.Group group = types.contents().shared(new Names("-g" + number));
            ParticleDef.Named named = new ParticleDef.Named(name, group);
            main.groups().add(named);
            mainPool.groups().add(named);
        }
        ParticleDef.Named all =
                new ParticleDef.Named(name(main, "group"), types.contents().all(new Names("-g" + number), 1));
        main.groups().add(all);
        mainPool.allGroups().add(all);
        Names names = new Names("-a" + number);
        AttributeDef.Group attributes = new AttributeDef.Group(
                name(main, "attributes"), List.of(types.attribute(names), types.attribute(names)));
        main.attributeGroups().add(attributes);
        mainPool.attributeGroups().add(attributes);
    }

    /** Adds substitution groups with a head of complex type and one of simple type. */
    private ComplexDef substitutionGroup() {
        ComplexDef type = ComplexDef.of(name(main, "HeadType"));
        ElementDef head = new ElementDef(name(main, "head"), type);
        ElementDef simple =
                new ElementDef(name(main, "head"), mainPool.simpleTypes().plain());
        for (ElementDef each : List.of(head, simple)) {
            if (random.nextInt(3) == 0) {
                each.makeAbstract();
            }
            main.elements().add(each);
            mainPool.elements().add(each.with(Construct.ELEMENT_REFERENCE));
        }
        ElementDef member = new ElementDef(name(main, "member"), simple.type());
        member.substitutes(simple, random.nextBoolean());
        main.elements().add(member);
        return type;
    }

    /**
     * Adds members of the first head: of its own type, of derived types, in another namespace, and below another
     * member.
     */
    private void members(ComplexDef headType) {
        ElementDef head = main.elements().get(0);
        ElementDef member = new ElementDef(name(main, "member"), headType);
        member.substitutes(head, random.nextBoolean());
        main.elements().add(member);
        ElementDef foreign = new ElementDef(name(other, "member"), headType);
        foreign.substitutes(member, random.nextBoolean());
        other.elements().add(foreign);
        for (ComplexDef derived : headType.derived()) {
            if (!derived.isAbstract()) {
                ElementDef special = new ElementDef(name(main, "member"), derived);
                special.substitutes(head, false);
                main.elements().add(special);
            }
        }
    }

    private void recursion(TypeGenerator types, ComplexDef type) {
        if (type.effectiveText() != null || type.isClosed() || type.isMixed()) {
            return;
        }
        if (random.nextBoolean()) {
            types.recur(type, type, random.nextBoolean() ? Construct.RECURSIVE_TREE : Construct.RECURSIVE_CHAIN);
        } else if (!derivable.isEmpty()) {
            ComplexDef earlier = derivable.get(derivable.size() - 1);
            if (earlier.effectiveText() == null && !earlier.isClosed() && !earlier.isMixed()) {
                types.recur(type, earlier, Construct.RECURSIVE_CHAIN);
                types.recur(earlier, type, Construct.MUTUAL_RECURSION);
            }
        }
    }

    private void derive(TypeGenerator types) {
        TypeGenerator foreign = new TypeGenerator(random, other, otherPool, forJava);
        for (ComplexDef base : List.copyOf(derivable)) {
            if (random.nextInt(4) == 0) {
                continue;
            }
            if (TypeGenerator.isRestrictable(base)) {
                main.complexTypes().add(types.restriction(name(main, "Restricted"), base));
            }
            ComplexDef extended = types.extension(name(main, "Extended"), base);
            main.complexTypes().add(extended);
            if (random.nextBoolean()) {
                main.complexTypes().add(types.extension(name(main, "Extended"), extended));
            }
            if (random.nextBoolean()) {
                ComplexDef imported = foreign.extension(name(other, "Foreign"), base);
                other.complexTypes().add(imported);
            }
        }
    }

    private void sameNames() {
        ComplexDef type = main.complexTypes().get(main.complexTypes().size() - 1);
        QName typeName = type.name();
        if (typeName != null && random.nextBoolean()) {
            ElementDef same = new ElementDef(typeName, type).with(Construct.SAME_NAME_FOR_TYPE_AND_ELEMENT);
            main.elements().add(same);
            mainPool.elements().add(same);
        }
        if (!forJava) {
            QName first = mainPool.elements().get(0).name();
            SimpleDef of = mainPool.simpleTypes().next();
            QName twin = new QName(main.namespace(), first.getLocalPart());
            ElementDef same = new ElementDef(twin, of).with(Construct.SAME_NAME_IN_TWO_NAMESPACES);
            main.elements().add(same);
            mainPool.elements().add(same);
        }
    }

    /** Returns the root element, which leads to most other components. */
    private ElementDef root() {
        TypeGenerator types = new TypeGenerator(random, main, mainPool, forJava);
        ComplexDef type = ComplexDef.of(random.nextBoolean() ? name(main, "Root") : null);
        List<ParticleDef> particles = new ArrayList<>();
        for (ComplexDef each : mainPool.complexTypes()) {
            particles.add(types.contents().local(type, each, true));
        }
        for (ElementDef each : mainPool.elements()) {
            if (type.names().claim("element " + each.name())) {
                particles.add(new ParticleDef.Reference(each, 0, random.nextBoolean() ? 1 : ParticleDef.UNBOUNDED));
            }
        }
        particles.add(types.contents().top(type, 1));
        type.content(new ParticleDef.Group("sequence", particles, 1, 1));
        types.identify(type);
        ElementDef root = new ElementDef(name(main, "root"), type);
        if (type.name() != null) {
            main.complexTypes().add(type);
        }
        if (random.nextInt(4) == 0) {
            root.nillable();
        }
        return root;
    }

    private List<ElementDef> parts() {
        List<ElementDef> parts = new ArrayList<>();
        parts.add(new ElementDef(new QName("part1"), derivable.get(0)).with(Construct.PART_OF_COMPLEX_TYPE));
        parts.add(new ElementDef(new QName("part2"), main.simpleTypes().get(0)).with(Construct.PART_OF_SIMPLE_TYPE));
        parts.forEach(part -> part.with(Construct.UNQUALIFIED_PART));
        return parts;
    }

    private QName name(DocumentDef document, String word) {
        return new QName(document.namespace(), word + ++number);
    }
}
