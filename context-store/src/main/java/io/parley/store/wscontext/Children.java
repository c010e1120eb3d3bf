package io.parley.store.wscontext;

import io.parley.context.Condition;
import io.parley.context.Entry;
import io.parley.context.Value;
import io.parley.store.wscontext.message.InvalidStateException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Identifiers of the children of a context, stored in an entry with an identifier per line.
 *
 * @param version of the entry; 0 if there is none
 */
record Children(List<String> ids, long version) {
    static final Children NONE = new Children(List.of(), 0);

    static Children of(Entry entry) {
        return new Children(entry.value().text().lines().toList(), entry.version());
    }

    /** Returns a copy with another child. Ended children are removed once there are many. */
    Children with(String id, Predicate<String> isActive) throws InvalidStateException {
        List<String> all = new ArrayList<>(ids);
        if (all.size() >= Activities.MAX_CHILDREN) {
            all.removeIf(isActive.negate());
        }
        if (all.size() >= Activities.MAX_CHILDREN) {
            throw Faults.invalidState("parent context: expected at most " + Activities.MAX_CHILDREN
                    + " active children, found that it has them; complete some of them first");
        }
        all.add(id);
        return new Children(all, version);
    }

    Value value() {
        return Value.of(String.join("\n", ids), "text/plain;charset=utf-8");
    }

    /** Returns the condition that the list is unchanged. */
    Condition unchanged() {
        return version == 0 ? Condition.absent() : Condition.version(version);
    }
}
