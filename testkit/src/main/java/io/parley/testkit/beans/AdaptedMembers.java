package io.parley.testkit.beans;

import io.parley.testkit.generate.Construct;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Generates members with adapters. */
final class AdaptedMembers {
    private final Dice dice;

    AdaptedMembers(Dice dice) {
        this.dice = dice;
    }

    /** Returns a member whose adapter is declared on itself, on its class or on the package. */
    MemberPlan adapted(String name) {
        return adapted(name, dice.random().nextInt(3));
    }

    private MemberPlan adapted(String name, int kind) {
        String type = List.of("Plain", "Marked", "Packed").get(kind);
        Construct construct = List.of(Construct.FIELD_ADAPTER, Construct.CLASS_ADAPTER, Construct.PACKAGE_ADAPTER)
                .get(kind);
        List<String> annotations = new ArrayList<>();
        if (kind == 0) {
            annotations.add("@XmlJavaTypeAdapter(PlainAdapter.class)");
        }
        boolean list = dice.once(2);
        boolean attribute = kind != 1 && !list && dice.once(3);
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

    /** Returns a member whose adapter throws on null, or converts null to a value. */
    MemberPlan adaptedNull(String name) {
        String type = dice.pick(List.of("Strict", "Telling", "Boxed"));
        List<String> annotations = new ArrayList<>(List.of("@XmlJavaTypeAdapter(" + type + "Adapter.class)"));
        String form =
                dice.pick(List.of("", "", "@XmlElement(nillable = true)", "@XmlAttribute", "List", "@XmlList", "all"));
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
}
