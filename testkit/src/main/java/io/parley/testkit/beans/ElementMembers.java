package io.parley.testkit.beans;

import io.parley.testkit.beans.Cast.Declared;
import io.parley.testkit.generate.Construct;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Generates members of any type, of the object factory's elements, and of objects that are defined elsewhere; null if
 * the cast has no class for them.
 */
final class ElementMembers {
    private final Dice dice;
    private final Cast cast;
    private final boolean open;

    /**
     * Creates a generator.
     *
     * @param open whether there may be members of any type
     */
    ElementMembers(Dice dice, Cast cast, boolean open) {
        this.dice = dice;
        this.cast = cast;
        this.open = open;
    }

    @Nullable
    MemberPlan object(String name) {
        if (!open) {
            return null;
        }
        boolean list = dice.once(2);
        MemberPlan.Value value = values ->
                values.random().nextBoolean() ? Scalars.any(values.random()) : values.bean(any(cast.beans(), values));
        return new MemberPlan(
                name,
                list ? "List<Object>" : "Object",
                List.of(),
                "",
                true,
                Set.of(Construct.OBJECT_MEMBER),
                list ? values -> values.items(true, value) : value);
    }

    /** Returns a member of any type with the name of an element of the object factory, whose type differs. */
    @Nullable
    MemberPlan namesake(String name) {
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

    private static String any(List<String> from, BeanValues values) {
        return from.get(values.random().nextInt(from.size()));
    }

    @Nullable
    MemberPlan reference(String name) {
        if (cast.keyed().isEmpty()) {
            return null;
        }
        boolean attribute = dice.once(2);
        List<String> annotations = new ArrayList<>(List.of("@XmlIDREF"));
        if (attribute) {
            annotations.add("@XmlAttribute");
        }
        String type = dice.once(2) ? "Object" : dice.pick(cast.keyed());
        return new MemberPlan(
                name,
                type,
                annotations,
                "",
                !attribute,
                Set.of(Construct.IDREF_MEMBER),
                values -> values.reference(type));
    }

    @Nullable
    MemberPlan references(String name) {
        if (cast.keyed().isEmpty()) {
            return null;
        }
        String place = dice.pick(
                List.of("@XmlAttribute", "@XmlList", "@XmlElementWrapper", "@XmlElement(name = \"" + name + "-ref\")"));
        String type = dice.pick(cast.keyed());
        return new MemberPlan(
                name,
                dice.once(4) ? type + "[]" : "List<" + type + ">",
                List.of("@XmlIDREF", place),
                "",
                !place.equals("@XmlAttribute"),
                Set.of(Construct.IDREF_MEMBER, Construct.IDREFS),
                values -> values.references(type));
    }

    @Nullable
    MemberPlan jaxbElement(String name) {
        List<Declared> global =
                cast.elements().stream().filter(each -> each.scope().isEmpty()).toList();
        if (global.isEmpty()) {
            return null;
        }
        Declared declared = alone(global);
        return new MemberPlan(
                "ref" + declared.name(),
                "JAXBElement<" + declared.type() + ">",
                List.of(declared.reference(cast.namespace())),
                "",
                true,
                Set.of(Construct.ELEMENT_REF_MEMBER),
                values -> values.element(List.of(declared)));
    }

    /**
     * Returns one of the elements that no list has. A name may occur once in a class, so each class has at most one
     * member with it.
     */
    private Declared alone(List<Declared> global) {
        return dice.pick(global.subList(Math.min(2, global.size() - 1), global.size()));
    }

    @Nullable
    MemberPlan jaxbElements(String name) {
        List<Declared> global =
                cast.elements().stream().filter(each -> each.scope().isEmpty()).toList();
        if (global.size() < 2) {
            return null;
        }
        String references = Stream.of(global.get(0), global.get(1))
                .map(each -> each.reference(cast.namespace()))
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
}
