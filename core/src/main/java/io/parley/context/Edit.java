package io.parley.context;

/**
 * A change of a context by a principal ({@link ContextAccess#write}). Lifetime and owner of values are those of the
 * context.
 */
public sealed interface Edit {
    /** Returns the entry's name within the context. */
    String name();

    /** Writes a value. */
    record Put(String name, Value value, Condition condition) implements Edit {}

    /** Removes an entry; with the condition {@code Any}, it need not exist. */
    record Delete(String name, Condition condition) implements Edit {}

    /** Changes nothing, but requires its condition to hold for the transaction. */
    record Require(String name, Condition condition) implements Edit {}
}
