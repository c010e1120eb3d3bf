package io.parley.testkit.beans;

import io.parley.testkit.beans.Cast.Declared;
import io.parley.testkit.generate.Construct;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Generates random packages of JAXB classes. */
public final class BeanSetGenerator {
    private final long seed;
    private final Random random;
    private final Map<String, String> sources = new TreeMap<>();
    private final Map<String, ClassPlan> plans = new TreeMap<>();
    private final String namespace;
    /** Whether classes refer to each other by identifiers; members without a type are rare then. */
    private final boolean references;

    /** Whether there are classes with content of any kind, for which JAXB's schema says too little to type them. */
    private final boolean open;

    private final boolean qualified;

    private BeanSetGenerator(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 31 + 7);
        this.namespace = once(3) ? "" : "urn:beans:" + seed;
        this.references = once(2);
        this.open = !references || once(8);
        this.qualified = once(2);
    }

    /** Returns the package of a seed, always the same. */
    public static BeanSet of(long seed) {
        return new BeanSetGenerator(seed).generate();
    }

    private BeanSet generate() {
        boolean family = !once(3);
        boolean generic = open && once(2); // what its variable stands for, JAXB does not say in a schema
        boolean hidden = once(2);
        boolean text = once(2);
        boolean caller = once(4);
        List<String> beans = new ArrayList<>(List.of("Leaf", "Leaf", "Leaf.Inner", "Holder"));
        addIf(family, beans, "Base");
        addIf(generic, beans, "Bound");
        addIf(text, beans, "Text");
        addIf(references, beans, "Keyed");
        addIf(references, beans, "Keyed");
        addIf(open, beans, "Open");
        addIf(caller, beans, "Caller");
        Cast leafCast = new Cast(List.of("Leaf.Inner"), List.of(), namespace, List.of());
        Cast cast = new Cast(beans, references ? List.of("Keyed", "KeyedToo") : List.of(), namespace, declared());
        boolean maps = namespace.isEmpty() || !qualified; // else JAXB's schema and its XML differ in the entries' names
        Members members = new Members(random, cast, open, maps || once(8));

        put(bean("Leaf")
                .root()
                .nested(bean("Leaf.Inner")
                        .members(new Members(random, leafCast, false, maps), 2)
                        .with(Construct.NESTED_CLASS))
                .members(new Members(random, leafCast, false, maps), 3));
        ClassSource holder = bean("Holder");
        if (hidden) {
            put(bean("Hidden")
                    .like(holder)
                    .annotated("@XmlTransient")
                    .abstractly()
                    .members(members, 2, "hidden"));
        }
        put(holder.below(hidden ? "Hidden" : "").members(members, 3).with(Construct.INHERITED_MEMBER));
        if (family) {
            family(members);
        }
        if (generic) {
            put(bean("Generic").parameter().members(generics()));
            put(bean("Bound").below("Generic", "<Leaf>").members(members, 1).with(Construct.GENERIC_BASE));
        }
        if (text) {
            put(text());
        }
        if (references) {
            keyed(members);
        }
        if (open) {
            put(open());
        }
        if (caller) {
            put(caller(members));
        }
        put(root(members, beans));
        Words.put(sources, packageName());
        sources.put("package-info", packageInfo());
        factory(cast.elements());
        return new BeanSet(packageName(), namespace, sources, plans);
    }

    private void keyed(Members members) {
        put(bean("Keyed")
                .annotated("@XmlSeeAlso(KeyedToo.class)")
                .members(key())
                .members(members, 2));
        put(bean("KeyedToo").below("Keyed").members(members, 1, "too"));
    }

    private ClassSource bean(String name) {
        return new ClassSource(random, packageName(), name);
    }

    private void put(ClassSource source) {
        sources.put(source.name(), source.text());
        source.addTo(plans);
    }

    private void family(Members members) {
        ClassSource base = bean("Base")
                .annotated("@XmlSeeAlso({Derived.class, Deeper.class})")
                .members(members, 2);
        put(once(2) ? base.abstractly() : base);
        put(bean("Derived")
                .below("Base")
                .members(members, 2, "derived")
                .with(Construct.SEE_ALSO)
                .with(Construct.INHERITED_MEMBER));
        put(bean("Deeper")
                .below("Derived")
                .members(members, 1, "deeper")
                .with(Construct.SEE_ALSO)
                .with(Construct.TYPE_OVER_TWO_LEVELS));
    }

    /** Returns the class of the messages, which refers to every class of the package, so that each is used. */
    private ClassSource root(Members members, List<String> beans) {
        ClassSource root =
                bean("Root").annotated("@XmlRootElement(name = \"root\")").members(members, 4 + random.nextInt(6));
        root.members(List.of(members.adapted("adapted"), members.adaptedNull("nulled")));
        for (String bean : List.of("Open", "Caller", "Bound", "Text", "Base", "Keyed")) {
            if (beans.contains(bean)) {
                root.members(List.of(new MemberPlan(
                        "the" + bean, bean, List.of(), "", true, Set.of(), values -> values.bean(bean))));
            }
        }
        if (random.nextBoolean()) {
            Declared scoped = new Declared("delta", "String", "Root");
            root.members(List.of(new MemberPlan(
                    "scoped",
                    "JAXBElement<String>",
                    List.of(scoped.reference(namespace)),
                    "",
                    true,
                    Set.of(Construct.ELEMENT_IN_SCOPE),
                    values -> values.element(List.of(scoped)))));
        }
        return root;
    }

    private static List<MemberPlan> generics() {
        return List.of(
                new MemberPlan("value", "T", List.of(), "", true, Set.of(), values -> values.bean("Leaf")),
                new MemberPlan(
                        "values",
                        "List<T>",
                        List.of(),
                        "",
                        true,
                        Set.of(),
                        values -> values.items(false, each -> each.bean("Leaf"))));
    }

    private List<MemberPlan> key() {
        boolean attribute = random.nextBoolean();
        List<String> annotations = new ArrayList<>(List.of("@XmlID"));
        addIf(attribute, annotations, "@XmlAttribute");
        addIf(once(2), annotations, "@XmlJavaTypeAdapter(CollapsedStringAdapter.class)");
        return List.of(new MemberPlan(
                "key", "String", annotations, "", !attribute, Set.of(Construct.ID_MEMBER), BeanValues::identifier));
    }

    private ClassSource text() {
        List<Scalars.Scalar> scalars =
                Scalars.ALL.stream().filter(each -> !each.isPrimitive()).toList();
        Scalars.Scalar scalar = scalars.get(random.nextInt(scalars.size()));
        List<String> annotations = new ArrayList<>(List.of("@XmlValue"));
        addIf(!scalar.annotation().isEmpty(), annotations, scalar.annotation());
        List<MemberPlan> members = new ArrayList<>();
        boolean complex = random.nextBoolean();
        boolean empty = complex && List.of("String", "byte[]").contains(scalar.type()); // else JAXB cannot read it
        members.add(new MemberPlan(
                "text", scalar.type(), annotations, "", false, Set.of(Construct.VALUE_MEMBER), values -> {
                    if (!empty) {
                        values.cannotBeNull();
                    }
                    return scalar.value().next(values);
                }));
        if (complex) {
            members.add(new MemberPlan(
                    "unit",
                    "String",
                    List.of("@XmlAttribute"),
                    "",
                    false,
                    Set.of(Construct.SIMPLE_CONTENT_EXTENSION),
                    values -> Scalars.text(values.random())));
        }
        return bean("Text").members(members);
    }

    private ClassSource open() {
        List<MemberPlan> members = new ArrayList<>();
        boolean mixed = random.nextBoolean();
        boolean lax = mixed || random.nextBoolean();
        List<String> annotations = new ArrayList<>();
        addIf(mixed, annotations, "@XmlMixed");
        annotations.add("@XmlAnyElement(lax = " + lax + ")");
        members.add(new MemberPlan(
                "any",
                "List<Object>",
                annotations,
                "",
                true,
                Set.of(mixed ? Construct.MIXED_MEMBER : Construct.ANY_ELEMENT_MEMBER),
                values -> values.items(false, each -> each.anything(lax, mixed))));
        members.add(new MemberPlan(
                "others",
                "Map<QName, String>",
                List.of("@XmlAnyAttribute"),
                "",
                false,
                Set.of(Construct.ANY_ATTRIBUTE),
                BeanValues::attributes));
        return bean("Open").members(members);
    }

    private ClassSource caller(Members members) {
        String callback = random.nextBoolean()
                ? "void afterUnmarshal(Unmarshaller unmarshaller, Object parent) { told = parent.getClass().getName(); }"
                : "void beforeMarshal(Marshaller marshaller) { told = \"asked\"; }";
        return bean("Caller")
                .members(members, 1)
                .code("@XmlTransient String told;\n    " + callback)
                .with(Construct.CALLBACK);
    }

    private List<Declared> declared() {
        return List.of(
                new Declared("alpha", "String", ""),
                new Declared("beta", "Integer", ""),
                new Declared("gamma", "Leaf", ""),
                new Declared("omega", "Integer", ""),
                new Declared("sigma", "String", ""),
                new Declared("delta", "String", "Root"));
    }

    private void factory(List<Declared> elements) {
        StringBuilder text = new StringBuilder(ClassSource.head(packageName()));
        text.append("@XmlRegistry\npublic class ObjectFactory {\n");
        for (Declared each : elements) {
            String scope = each.scope().isEmpty() ? "" : ", scope = " + each.scope() + ".class";
            text.append("    @XmlElementDecl(name = \"%s\", namespace = \"%s\"%s)\n"
                    .formatted(each.name(), namespace, scope));
            text.append("    public JAXBElement<%s> %s(%s value) {\n".formatted(each.type(), each.name(), each.type()));
            text.append("        return new JAXBElement<>(new QName(\"%s\", \"%s\"), %s.class, %s, value);\n    }\n"
                    .formatted(
                            namespace,
                            each.name(),
                            each.type(),
                            each.scope().isEmpty() ? "null" : each.scope() + ".class"));
        }
        sources.put(BeanSet.FACTORY, text + "}\n");
    }

    private String packageInfo() {
        String form = qualified ? "QUALIFIED" : "UNQUALIFIED";
        String schema = namespace.isEmpty()
                ? ""
                : "@XmlSchema(namespace = \"" + namespace + "\", elementFormDefault = XmlNsForm." + form + ")\n";
        return schema + "@XmlJavaTypeAdapters(@XmlJavaTypeAdapter(value = PackedAdapter.class, type = Packed.class))\n"
                + ClassSource.head(packageName());
    }

    private String packageName() {
        return "generated.s" + seed;
    }

    private boolean once(int in) {
        return random.nextInt(in) == 0;
    }

    private static <T> void addIf(boolean wanted, List<T> list, T item) {
        if (wanted) {
            list.add(item);
        }
    }
}
