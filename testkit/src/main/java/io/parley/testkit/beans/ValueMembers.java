package io.parley.testkit.beans;

import io.parley.testkit.generate.Construct;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Generates members of simple values: single ones, collections, and members that JAXB ignores. */
final class ValueMembers {
    private final Dice dice;
    private final List<String> beans;

    /**
     * Creates a generator.
     *
     * @param beans simple names of classes that may occur in place of values
     */
    ValueMembers(Dice dice, List<String> beans) {
        this.dice = dice;
        this.beans = beans;
    }

    private Scalars.Scalar scalar() {
        return dice.pick(Scalars.ALL);
    }

    private Scalars.Scalar boxed() {
        return dice.pick(
                Scalars.ALL.stream().filter(each -> !each.isPrimitive()).toList());
    }

    MemberPlan element(String name) {
        Scalars.Scalar scalar = scalar();
        List<String> annotations = new ArrayList<>();
        if (!scalar.annotation().isEmpty()) {
            annotations.add(scalar.annotation());
        }
        String initial = "";
        if (scalar.isPrimitive() || dice.once(2)) {
            if (dice.once(4)) {
                annotations.add("@XmlElement(name = \"" + name + "-renamed\", required = true)");
            }
        } else if (scalar.type().equals("String") && scalar.annotation().isEmpty() && dice.once(2)) {
            annotations.add("@XmlElement(defaultValue = \"usual\")");
        } else if (scalar.type().equals("String") && scalar.annotation().isEmpty()) {
            initial = "\"preset\"";
        } else {
            annotations.add("@XmlElement(nillable = true)");
        }
        return new MemberPlan(name, scalar.type(), annotations, initial, true, scalar.constructs(), scalar.value());
    }

    MemberPlan attribute(String name) {
        Scalars.Scalar scalar = scalar();
        while (scalar.constructs().contains(Construct.BYTES_WITH_CONTENT_TYPE)) {
            scalar = scalar(); // JAXB allows a content type for elements only
        }
        List<String> annotations = new ArrayList<>();
        if (!scalar.annotation().isEmpty()) {
            annotations.add(scalar.annotation());
        }
        annotations.add(
                dice.once(4)
                        ? "@XmlAttribute(namespace = \"urn:attributes\")"
                        : "@XmlAttribute(required = " + dice.once(2) + ")");
        return new MemberPlan(name, scalar.type(), annotations, "", false, scalar.constructs(), scalar.value());
    }

    /** Returns a collection or an array of simple values, each in an element. */
    MemberPlan elements(String name) {
        boolean array = dice.once(3);
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
        boolean nils = !scalar.isPrimitive() && dice.once(3);
        if (dice.once(2) || nils) {
            annotations.add("@XmlElement(name = \"" + name + "-item\", nillable = " + nils + ")");
        }
        String type = array ? scalar.type() + "[]" : dice.pick(kinds) + "<" + scalar.boxed() + ">";
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

    /** Returns a list of values in one text. */
    MemberPlan words(String name) {
        Scalars.Scalar scalar = dice.pick(Scalars.ALL.stream()
                .filter(each -> each.words() && each.annotation().isEmpty())
                .toList());
        boolean attribute = dice.once(2);
        boolean array = dice.once(3) && !scalar.type().equals("byte"); // of these an array is one value
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

    MemberPlan wrapped(String name) {
        Scalars.Scalar scalar = boxed();
        boolean ofBeans = dice.once(2);
        String bean = dice.pick(beans);
        List<String> annotations = new ArrayList<>();
        annotations.add("@XmlElementWrapper(name = \"" + name + "-all\", nillable = " + dice.once(2) + ")");
        if (dice.once(2)) {
            annotations.add("@XmlElement(name = \"one\", nillable = " + dice.once(2) + ")");
        }
        if (!ofBeans && !scalar.annotation().isEmpty()) {
            annotations.add(scalar.annotation());
        }
        return new MemberPlan(
                name,
                "List<" + (ofBeans ? bean : scalar.boxed()) + ">",
                annotations,
                "",
                true,
                EnumSet.of(Construct.ELEMENT_WRAPPER, Construct.LIST_OF_WRAPPED_ITEMS),
                values -> values.items(true, ofBeans ? each -> each.bean(bean) : scalar.value()));
    }

    MemberPlan enumeration(String name) {
        String type = dice.pick(List.of("Colour", "Size"));
        boolean list = dice.once(3);
        boolean attribute = dice.once(2);
        List<String> annotations = new ArrayList<>(attribute ? List.of("@XmlAttribute") : List.of());
        if (!list && type.equals("Colour") && dice.once(2)) {
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

    MemberPlan hidden(String name) {
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
