package io.parley.testkit.beans;

import io.parley.testkit.generate.Construct;
import java.util.List;
import java.util.Set;

/**
 * A class to be, as far as its objects are concerned.
 *
 * @param superclass simple name of the class above it, or empty
 * @param isAbstract whether it has no objects of its own
 * @param constructs what a message has if it has an object of the class
 */
record ClassPlan(
        String name, String superclass, boolean isAbstract, List<MemberPlan> members, Set<Construct> constructs) {
    ClassPlan {
        members = List.copyOf(members);
        constructs = Set.copyOf(constructs);
    }
}
