package io.parley.schema;

import java.util.List;

/**
 * Properties of a resolved simple type.
 *
 * @param builtIn the built-in type of one value; {@code string} for unions
 * @param list whether values are lists
 * @param values the allowed lexical values in order, if one value is text and has an enumeration; otherwise empty
 * @param wire its annotations, including inherited ones
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
