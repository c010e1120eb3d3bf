package io.parley.testkit.beans;

import io.parley.testkit.generate.Construct;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Generates members of classes, of each kind that JAXB treats differently. */
final class Members {
    private final Dice dice;
    private final Cast cast;
    private final boolean maps;
    private final ValueMembers values;
    private final ElementMembers elements;
    private final AdaptedMembers adapted;

    /** A kind of members; null if the cast has no class for it. */
    @FunctionalInterface
    private interface Kind {
        @Nullable
        MemberPlan member(String name);
    }

    /**
     * Creates a generator.
     *
     * @param open whether there may be members of any type
     * @param maps whether there may be maps
     */
    Members(Random random, Cast cast, boolean open, boolean maps) {
        this.dice = new Dice(random);
        this.cast = cast;
        this.maps = maps;
        this.values = new ValueMembers(dice, cast.beans());
        this.elements = new ElementMembers(dice, cast, open);
        this.adapted = new AdaptedMembers(dice);
    }

    /** Returns a member of any kind, except for those that may occur only once in a class. */
    MemberPlan next(String name) {
        List<Kind> kinds = List.of(
                values::element,
                values::element,
                values::attribute,
                values::elements,
                values::elements,
                values::words,
                values::wrapped,
                this::bean,
                this::beans,
                this::beans,
                this::choice,
                this::choices,
                elements::object,
                elements::namesake,
                adapted::adapted,
                adapted::adaptedNull,
                elements::reference,
                elements::references,
                this::map,
                elements::jaxbElement,
                elements::jaxbElements,
                values::enumeration,
                values::hidden);
        while (true) {
            MemberPlan member = dice.pick(kinds).member(name);
            if (member != null) {
                return member;
            }
        }
    }

    MemberPlan adapted(String name) {
        return adapted.adapted(name);
    }

    MemberPlan adaptedNull(String name) {
        return adapted.adaptedNull(name);
    }

    private MemberPlan bean(String name) {
        String bean = dice.pick(cast.beans());
        List<String> annotations = dice.once(3) ? List.of("@XmlElement(nillable = true)") : List.of();
        return new MemberPlan(name, bean, annotations, "", true, Set.of(), values -> values.bean(bean));
    }

    private MemberPlan beans(String name) {
        String bean = dice.pick(cast.beans());
        List<String> annotations = dice.once(2) ? List.of() : List.of("@XmlElement(nillable = " + dice.once(2) + ")");
        boolean array = dice.once(4);
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
        String bean = dice.pick(cast.beans());
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
        String bean = dice.pick(cast.beans());
        List<String> annotations = new ArrayList<>();
        annotations.add(alternatives(name, bean));
        if (dice.once(3)) {
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

    private @Nullable MemberPlan map(String name) {
        if (!maps) {
            return null;
        }
        String bean = dice.pick(cast.beans());
        boolean beans = dice.once(2);
        String value = beans ? bean : dice.once(3) ? "Object" : "Integer";
        String type = dice.pick(List.of("Map", "HashMap", "TreeMap", "LinkedHashMap"));
        return new MemberPlan(
                name,
                type + "<String, " + value + ">",
                dice.once(3)
                        ? List.of("@XmlElementWrapper(name = \"" + name + "-map\", nillable = " + dice.once(2) + ")")
                        : List.of(),
                "",
                true,
                Set.of(),
                values -> values.map(
                        type,
                        beans ? each -> each.bean(bean) : each -> each.random().nextInt()));
    }
}
