package io.parley.schema;

import java.util.List;

/**
 * A simple type, resolved.
 *
 * @param builtIn the built-in type of one value; {@code string} for unions
 * @param list whether values are lists
 * @param values the lexical values that one value is restricted to if it is text, in order, else none
 * @param wire its annotations, inherited ones included
 */
public record SimpleFacts(BuiltIn builtIn, boolean list, List<String> values, WireFormat wire) {
    public SimpleFacts {
        values = List.copyOf(values);
    }

    SimpleFacts with(WireFormat nearer) {
        return new SimpleFacts(builtIn, list, values, wire.overriddenBy(nearer));
    }

    SimpleFacts withValues(List<String> nearer) {
        return nearer.isEmpty() || list || !builtIn.isText() ? this : new SimpleFacts(builtIn, list, nearer, wire);
    }

    SimpleFacts asList() {
        return new SimpleFacts(builtIn, true, values, wire);
    }
}
