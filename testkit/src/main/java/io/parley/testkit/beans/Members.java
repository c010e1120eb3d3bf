package io.parley.testkit.beans;

import io.parley.testkit.generate.Construct;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes members of classes: each of a kind that JAXB treats in its own way. */
final class Members {
    private final Random random;
    private final Cast cast;
    private final boolean open;
    private final boolean maps;

    /**
     * The classes that members may be of.
     *
     * @param beans simple names of classes that may stand anywhere
     * @param keyed those that have identifiers
     * @param namespace of the elements that the object factory declares
     * @param elements these elements
     */
    record Cast(List<String> beans, List<String> keyed, String namespace, List<Declared> elements) {}

    /** An element of the object factory. */
    record Declared(String name, String type, String scope) {}

    /** A kind of members; null if the cast has nobody for it. */
    @FunctionalInterface
    private interface Kind {
        @Nullable
        MemberPlan member(String name);
    }

    /**
     * @param open whether there may be members of any type
     * @param maps whether there may be maps
     */
    Members(Random random, Cast cast, boolean open, boolean maps) {
        this.random = random;
        this.cast = cast;
        this.open = open;
        this.maps = maps;
    }

    /** A member of any kind but those that a class has once. */
    MemberPlan next(String name) {
        List<Kind> kinds = List.of(
                this::element,
                this::element,
                this::attribute,
                this::elements,
                this::elements,
                this::words,
                this::wrapped,
                this::bean,
                this::beans,
                this::beans,
                this::choice,
                this::choices,
                this::object,
                this::namesake,
                this::adapted,
                this::adaptedNull,
                this::reference,
                this::references,
                this::map,
                this::jaxbElement,
                this::jaxbElements,
                this::enumeration,
                this::hidden);
        while (true) {
            MemberPlan member = kinds.get(random.nextInt(kinds.size())).member(name);
            if (member != null) {
                return member;
            }
        }
    }

    private Scalars.Scalar scalar() {
        return pick(Scalars.ALL);
    }

    private Scalars.Scalar boxed() {
        return pick(Scalars.ALL.stream().filter(each -> !each.isPrimitive()).toList());
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private boolean once(int in) {
        return random.nextInt(in) == 0;
    }

    private MemberPlan element(String name) {
        Scalars.Scalar scalar = scalar();
        List<String> annotations = new ArrayList<>();
        if (!scalar.annotation().isEmpty()) {
            annotations.add(scalar.annotation());
        }
        String initial = "";
        if (scalar.isPrimitive() || once(2)) {
            if (once(4)) {
                annotations.add("@XmlElement(name = \"" + name + "-renamed\", required = true)");
            }
        } else if (scalar.type().equals("String") && scalar.annotation().isEmpty() && once(2)) {
            annotations.add("@XmlElement(defaultValue = \"usual\")");
        } else if (scalar.type().equals("String") && scalar.annotation().isEmpty()) {
            initial = "\"preset\"";
        } else {
            annotations.add("@XmlElement(nillable = true)");
        }
        return new MemberPlan(name, scalar.type(), annotations, initial, true, scalar.constructs(), scalar.value());
    }

    private MemberPlan attribute(String name) {
        Scalars.Scalar scalar = scalar();
        while (scalar.constructs().contains(Construct.BYTES_WITH_CONTENT_TYPE)) {
            scalar = scalar(); // JAXB allows a content type for elements only
        }
        List<String> annotations = new ArrayList<>();
        if (!scalar.annotation().isEmpty()) {
            annotations.add(scalar.annotation());
        }
        annotations.add(
                once(4)
                        ? "@XmlAttribute(namespace = \"urn:attributes\")"
                        : "@XmlAttribute(required = " + once(2) + ")");
        return new MemberPlan(name, scalar.type(), annotations, "", false, scalar.constructs(), scalar.value());
    }

    /** A collection or an array of simple values, each in an element. */
    private MemberPlan elements(String name) {
        boolean array = once(3);
        Scalars.Scalar scalar = array ? scalar() : boxed();
        boolean sortable = scalar.words()
                && !scalar.type().equals("QName")
                && !scalar.type().contains("Calendar")
                && !scalar.type().equals("Duration");
        List<String> kinds = new ArrayList<>(List.of("List", "List", "Collection", "ArrayList", "Queue"));
        if (sortable && !scalar.type().equals("Date")) {
            kinds.addAll(List.of("Set", "TreeSet", "SortedSet"));
        }
        List<String> annotations = new ArrayList<>();
        if (!scalar.annotation().isEmpty()) {
            annotations.add(scalar.annotation());
        }
        boolean nils = !scalar.isPrimitive() && once(3);
        if (once(2) || nils) {
            annotations.add("@XmlElement(name = \"" + name + "-item\", nillable = " + nils + ")");
        }
        String type = array ? scalar.type() + "[]" : pick(kinds) + "<" + scalar.boxed() + ">";
        boolean nulls = !scalar.isPrimitive() && !type.contains("Set") && !type.contains("Queue");
        return new MemberPlan(
                name,
                type,
                annotations,
                "",
                true,
                with(scalar.constructs(), array ? Construct.ARRAY_MEMBER : Construct.COLLECTION_MEMBER),
                values -> values.items(nulls, scalar.value()));
    }

    /** Values in one text. */
    private MemberPlan words(String name) {
        Scalars.Scalar scalar = pick(Scalars.ALL.stream()
                .filter(each -> each.words() && each.annotation().isEmpty())
                .toList());
        boolean attribute = once(2);
        boolean array = once(3) && !scalar.type().equals("byte"); // of these an array is one value
        String type = array ? scalar.type() + "[]" : "List<" + scalar.boxed() + ">";
        return new MemberPlan(
                name,
                type,
                List.of(attribute ? "@XmlAttribute" : "@XmlList"),
                "",
                !attribute,
                with(scalar.constructs(), attribute ? Construct.LIST_IN_ATTRIBUTE : Construct.XML_LIST_MEMBER),
                values -> values.items(!scalar.isPrimitive(), scalar.value()));
    }

    private MemberPlan wrapped(String name) {
        Scalars.Scalar scalar = boxed();
        boolean beans = once(2);
        String bean = pick(cast.beans());
        List<String> annotations = new ArrayList<>();
        annotations.add("@XmlElementWrapper(name = \"" + name + "-all\", nillable = " + once(2) + ")");
        if (once(2)) {
            annotations.add("@XmlElement(name = \"one\", nillable = " + once(2) + ")");
        }
        if (!beans && !scalar.annotation().isEmpty()) {
            annotations.add(scalar.annotation());
        }
        return new MemberPlan(
                name,
                "List<" + (beans ? bean : scalar.boxed()) + ">",
                annotations,
                "",
                true,
                EnumSet.of(Construct.ELEMENT_WRAPPER, Construct.LIST_OF_WRAPPED_ITEMS),
                values -> values.items(true, beans ? each -> each.bean(bean) : scalar.value()));
    }

    private MemberPlan bean(String name) {
        String bean = pick(cast.beans());
        List<String> annotations = once(3) ? List.of("@XmlElement(nillable = true)") : List.of();
        return new MemberPlan(name, bean, annotations, "", true, Set.of(), values -> values.bean(bean));
    }

    private MemberPlan beans(String name) {
        String bean = pick(cast.beans());
        List<String> annotations = once(2) ? List.of() : List.of("@XmlElement(nillable = " + once(2) + ")");
        boolean array = once(4);
        return new MemberPlan(
                name,
                array ? bean + "[]" : "List<" + bean + ">",
                annotations,
                "",
                true,
                Set.of(array ? Construct.ARRAY_MEMBER : Construct.COLLECTION_MEMBER),
                values -> values.items(true, each -> each.bean(bean)));
    }

    private String alternatives(String name, String bean) {
        return "@XmlElements({@XmlElement(name = \"" + name + "-text\", type = String.class), @XmlElement(name = \""
                + name + "-number\", type = Integer.class), @XmlElement(name = \"" + name + "-bean\", type = " + bean
                + ".class)})";
    }

    private static MemberPlan.Value either(String bean) {
        return values -> switch (values.random().nextInt(3)) {
            case 0 -> Scalars.text(values.random());
            case 1 -> values.random().nextInt();
            default -> values.bean(bean);
        };
    }

    private MemberPlan choice(String name) {
        String bean = pick(cast.beans());
        return new MemberPlan(
                name,
                "Object",
                List.of(alternatives(name, bean)),
                "",
                true,
                Set.of(Construct.XML_ELEMENTS_MEMBER),
                either(bean));
    }

    private MemberPlan choices(String name) {
        String bean = pick(cast.beans());
        List<String> annotations = new ArrayList<>();
        annotations.add(alternatives(name, bean));
        if (once(3)) {
            annotations.add("@XmlElementWrapper(name = \"" + name + "-around\")");
        }
        return new MemberPlan(
                name,
                "List<Object>",
                annotations,
                "",
                true,
                Set.of(Construct.XML_ELEMENTS_MEMBER),
                values -> values.items(false, either(bean)));
    }

    private @Nullable MemberPlan object(String name) {
        if (!open) {
            return null;
        }
        boolean list = once(2);
        MemberPlan.Value value = values ->
                values.random().nextBoolean() ? Scalars.any(values.random()) : values.bean(pick(cast.beans(), values));
        return new MemberPlan(
                name,
                list ? "List<Object>" : "Object",
                List.of(),
                "",
                true,
                Set.of(Construct.OBJECT_MEMBER),
                list ? values -> values.items(true, value) : value);
    }

    /** A member of any type that has the name of an element of the object factory, which is of another. */
    private @Nullable MemberPlan namesake(String name) {
        MemberPlan object = object(name);
        List<Declared> global =
                cast.elements().stream().filter(each -> each.scope().isEmpty()).toList();
        if (object == null || global.isEmpty()) {
            return null;
        }
        Declared declared = alone(global);
        return new MemberPlan(
                "ref" + declared.name(),
                object.type(),
                List.of("@XmlElement(name = \"" + declared.name() + "\", namespace = \"" + cast.namespace() + "\")"),
                "",
                true,
                Set.of(Construct.OBJECT_MEMBER),
                object.value());
    }

    private static String pick(List<String> from, BeanValues values) {
        return from.get(values.random().nextInt(from.size()));
    }

    /** Members whose adapter is on themselves, on their class or on the package. */
    MemberPlan adapted(String name) {
        return adapted(name, random.nextInt(3));
    }

    private MemberPlan adapted(String name, int kind) {
        String type = List.of("Plain", "Marked", "Packed").get(kind);
        Construct construct = List.of(Construct.FIELD_ADAPTER, Construct.CLASS_ADAPTER, Construct.PACKAGE_ADAPTER)
                .get(kind);
        List<String> annotations = new ArrayList<>();
        if (kind == 0) {
            annotations.add("@XmlJavaTypeAdapter(PlainAdapter.class)");
        }
        boolean list = once(2);
        boolean attribute = kind != 1 && !list && once(3);
        if (attribute) {
            annotations.add("@XmlAttribute");
        }
        MemberPlan.Value value = values -> values.word(type);
        return new MemberPlan(
                name,
                list ? "List<" + type + ">" : type,
                annotations,
                "",
                !attribute,
                Set.of(construct),
                list ? values -> values.items(true, value) : value);
    }

    /** A member whose adapter throws at null, or makes something of it. */
    MemberPlan adaptedNull(String name) {
        String type = pick(List.of("Strict", "Telling", "Boxed"));
        List<String> annotations = new ArrayList<>(List.of("@XmlJavaTypeAdapter(" + type + "Adapter.class)"));
        String form = pick(List.of("", "", "@XmlElement(nillable = true)", "@XmlAttribute", "List", "@XmlList", "all"));
        boolean bean = type.equals("Boxed");
        boolean list = form.equals("List") || form.equals("all") || (form.equals("@XmlList") && !bean);
        boolean attribute = form.equals("@XmlAttribute") && !bean;
        if (form.equals("all")) {
            annotations.add("@XmlElementWrapper(name = \"" + name + "-all\")");
        } else if (form.startsWith("@") && (attribute || list || form.contains("nillable"))) {
            annotations.add(form);
        }
        boolean refused = type.equals("Strict") && (attribute || list); // by JAXB, if it is null
        MemberPlan.Value value = values -> {
            Object word = refused ? values.wordThatIsSaid(type) : values.word(type);
            return refused || values.random().nextInt(3) > 0 ? word : null;
        };
        return new MemberPlan(
                name,
                list ? "List<" + type + ">" : type,
                annotations,
                "",
                !attribute,
                Set.of(Construct.FIELD_ADAPTER),
                list ? values -> values.items(!refused || values.random().nextInt(8) == 0, value) : value);
    }

    private @Nullable MemberPlan reference(String name) {
        if (cast.keyed().isEmpty()) {
            return null;
        }
        boolean attribute = once(2);
        List<String> annotations = new ArrayList<>(List.of("@XmlIDREF"));
        if (attribute) {
            annotations.add("@XmlAttribute");
        }
        String type = once(2) ? "Object" : pick(cast.keyed());
        return new MemberPlan(
                name,
                type,
                annotations,
                "",
                !attribute,
                Set.of(Construct.IDREF_MEMBER),
                values -> values.reference(type));
    }

    private @Nullable MemberPlan references(String name) {
        if (cast.keyed().isEmpty()) {
            return null;
        }
        String place = pick(
                List.of("@XmlAttribute", "@XmlList", "@XmlElementWrapper", "@XmlElement(name = \"" + name + "-ref\")"));
        String type = pick(cast.keyed());
        return new MemberPlan(
                name,
                once(4) ? type + "[]" : "List<" + type + ">",
                List.of("@XmlIDREF", place),
                "",
                !place.equals("@XmlAttribute"),
                Set.of(Construct.IDREF_MEMBER, Construct.IDREFS),
                values -> values.references(type));
    }

    private @Nullable MemberPlan map(String name) {
        if (!maps) {
            return null;
        }
        String bean = pick(cast.beans());
        boolean beans = once(2);
        String value = beans ? bean : once(3) ? "Object" : "Integer";
        String type = pick(List.of("Map", "HashMap", "TreeMap", "LinkedHashMap"));
        return new MemberPlan(
                name,
                type + "<String, " + value + ">",
                once(3)
                        ? List.of("@XmlElementWrapper(name = \"" + name + "-map\", nillable = " + once(2) + ")")
                        : List.of(),
                "",
                true,
                Set.of(),
                values -> values.map(
                        type,
                        beans ? each -> each.bean(bean) : each -> each.random().nextInt()));
    }

    private @Nullable MemberPlan jaxbElement(String name) {
        List<Declared> global =
                cast.elements().stream().filter(each -> each.scope().isEmpty()).toList();
        if (global.isEmpty()) {
            return null;
        }
        Declared declared = alone(global);
        return new MemberPlan(
                "ref" + declared.name(),
                "JAXBElement<" + declared.type() + ">",
                List.of(elementRef(cast.namespace(), declared)),
                "",
                true,
                Set.of(Construct.ELEMENT_REF_MEMBER),
                values -> values.element(List.of(declared)));
    }

    /**
     * One of the elements that no list has. A name may stand once in a class, so each class has a member of that name at most
     * once.
     */
    private Declared alone(List<Declared> global) {
        return pick(global.subList(Math.min(2, global.size() - 1), global.size()));
    }

    static String elementRef(String namespace, Declared element) {
        return "@XmlElementRef(name = \"" + element.name() + "\", namespace = \"" + namespace
                + "\", type = JAXBElement.class)";
    }

    private @Nullable MemberPlan jaxbElements(String name) {
        List<Declared> global =
                cast.elements().stream().filter(each -> each.scope().isEmpty()).toList();
        if (global.size() < 2) {
            return null;
        }
        String references = Stream.of(global.get(0), global.get(1))
                .map(each -> elementRef(cast.namespace(), each))
                .reduce((a, b) -> a + ", " + b)
                .orElseThrow();
        return new MemberPlan(
                "refs",
                "List<JAXBElement<?>>",
                List.of("@XmlElementRefs({" + references + "})"),
                "",
                true,
                Set.of(Construct.ELEMENT_REFS_MEMBER, Construct.ELEMENT_OF_ANOTHER_NAME),
                values -> values.items(false, each -> each.element(global.subList(0, 2))));
    }

    private MemberPlan enumeration(String name) {
        String type = pick(List.of("Colour", "Size"));
        boolean list = once(3);
        boolean attribute = once(2);
        List<String> annotations = new ArrayList<>(attribute ? List.of("@XmlAttribute") : List.of());
        if (!list && type.equals("Colour") && once(2)) {
            annotations.add("@XmlSchemaType(name = \"string\")"); // as JAXB's schema compiler writes it
        }
        return new MemberPlan(
                name,
                list ? "List<" + type + ">" : type,
                annotations,
                "",
                !attribute,
                type.equals("Size")
                        ? Set.of(
                                Construct.ENUM_CLASS, Construct.ENUM_VALUE_OF_ANOTHER_NAME, Construct.ENUMERATED_NUMBER)
                        : Set.of(Construct.ENUM_CLASS, Construct.ENUM_VALUE_OF_ANOTHER_NAME),
                list
                        ? values -> values.items(!attribute, each -> each.constant(type))
                        : values -> values.constant(type));
    }

    private MemberPlan hidden(String name) {
        return new MemberPlan(
                name,
                "String",
                List.of("@XmlTransient"),
                "",
                false,
                Set.of(Construct.TRANSIENT_MEMBER),
                values -> Scalars.text(values.random()));
    }

    private static Set<Construct> with(Set<Construct> constructs, Construct more) {
        Set<Construct> all = EnumSet.of(more);
        all.addAll(constructs);
        return all;
    }
}
