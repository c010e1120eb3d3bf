package io.parley.store.wscontext;

import io.parley.store.wscontext.message.InvalidContextException;
import io.parley.store.wscontext.message.WsContext;
import java.util.HashSet;
import java.util.Set;

/** Validates the context that a message names. */
final class NamedContext {
    private NamedContext() {}

    /** Checks that a context has an identifier, is not nested in itself, and is either by value or by reference. */
    static void check(WsContext context) throws InvalidContextException {
        if (context.manager().isPresent() && !context.contents().isEmpty()) {
            throw Faults.invalidContext("context: expected contents or a context manager that has them, found both");
        }
        Set<String> seen = new HashSet<>();
        WsContext at = context;
        while (true) {
            if (at.identifier().isEmpty()) {
                throw Faults.invalidContext("context: expected a context-identifier, found none");
            }
            if (!seen.add(at.identifier()) || seen.size() > Activities.MAX_DEPTH) {
                throw Faults.invalidContext("context: expected at most " + Activities.MAX_DEPTH
                        + " nested in each other and none in itself, found otherwise");
            }
            if (at.parents().size() > 1) {
                throw Faults.invalidContext("context: expected at most one parent, found "
                        + at.parents().size());
            }
            if (at.parents().isEmpty()) {
                return;
            }
            at = at.parents().get(0);
        }
    }
}
