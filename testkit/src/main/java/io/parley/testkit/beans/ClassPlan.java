package io.parley.testkit.beans;

import io.parley.testkit.generate.Construct;
import java.util.List;
import java.util.Set;

/**
 * The plan of a class, as far as its objects are concerned.
 *
 * @param superclass simple name of its superclass, or empty
 * @param isAbstract whether it has no direct instances
 * @param constructs of a message that has an object of the class
 */
record ClassPlan(
        String name, String superclass, boolean isAbstract, List<MemberPlan> members, Set<Construct> constructs) {
    ClassPlan {
        members = List.copyOf(members);
        constructs = Set.copyOf(constructs);
    }
}
