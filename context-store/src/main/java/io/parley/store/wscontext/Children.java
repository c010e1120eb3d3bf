package io.parley.store.wscontext;

import io.parley.context.Condition;
import io.parley.context.Entry;
import io.parley.context.Value;
import io.parley.store.wscontext.message.InvalidStateException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The contexts that were begun in another one, as it names them: an entry with an identifier in each line.
 *
 * @param version of that entry; 0 if there is none
 */
record Children(List<String> ids, long version) {
    static final Children NONE = new Children(List.of(), 0);

    static Children of(Entry entry) {
        return new Children(entry.value().text().lines().toList(), entry.version());
    }

    /** Returns these children with another one. Those that are over are left out once there are many. */
    Children with(String id, Predicate<String> goesOn) throws InvalidStateException {
        List<String> all = new ArrayList<>(ids);
        if (all.size() >= Activities.MAX_CHILDREN) {
            all.removeIf(goesOn.negate());
        }
        if (all.size() >= Activities.MAX_CHILDREN) {
            throw Faults.invalidState("parent context: expected at most " + Activities.MAX_CHILDREN
                    + " children that go on, found that it has them; complete some of them first");
        }
        all.add(id);
        return new Children(all, version);
    }

    Value value() {
        return Value.of(String.join("\n", ids), "text/plain;charset=utf-8");
    }

    /** Returns the condition that nobody has entered another one since. */
    Condition unchanged() {
        return version == 0 ? Condition.absent() : Condition.version(version);
    }
}
