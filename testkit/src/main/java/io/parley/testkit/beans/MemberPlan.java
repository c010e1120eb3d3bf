package io.parley.testkit.beans;

import io.parley.testkit.generate.Construct;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a member of a class.
 *
 * @param type its Java type in source form
 * @param annotations in source form, without their package
 * @param initial initializer in source form, or empty
 * @param inOrder whether {@code propOrder} must name it
 * @param constructs of a message in which the member has a value
 * @param value generates values
 */
record MemberPlan(
        String name,
        String type,
        List<String> annotations,
        String initial,
        boolean inOrder,
        Set<Construct> constructs,
        Value value) {

    /** Generates a value for a member; for a collection or an array, the list of its items. */
    @FunctionalInterface
    interface Value {
        @Nullable
        Object next(BeanValues values);
    }

    MemberPlan {
        annotations = List.copyOf(annotations);
        constructs = Set.copyOf(constructs);
    }

    MemberPlan with(String annotation) {
        List<String> more = new java.util.ArrayList<>(annotations);
        more.add(0, annotation);
        return new MemberPlan(name, type, more, initial, inOrder, constructs, value);
    }

    MemberPlan with(Construct construct) {
        Set<Construct> more = new java.util.HashSet<>(constructs);
        more.add(construct);
        return new MemberPlan(name, type, annotations, initial, inOrder, more, value);
    }

    /** Returns whether it is an array of items. */
    boolean isArray() {
        return type.endsWith("[]") && !type.equals("byte[]");
    }

    boolean isCollection() {
        return isArray() || type.matches("[A-Za-z.]*(List|Set|Collection|Queue)<.*");
    }
}
