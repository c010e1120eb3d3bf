package io.parley.context;

/**
 * A change of a principal to a context ({@link ContextAccess#write}). Lifetime and owner of values are those of their
 * context.
 */
public sealed interface Edit {
    /** The entry's name within the context. */
    String name();

    /** Writes a value. */
    record Put(String name, Value value, Condition condition) implements Edit {}

    /** Removes an entry; with the condition {@code Any}, also one that is not there. */
    record Delete(String name, Condition condition) implements Edit {}

    /** Changes nothing, but its condition must hold for the others to happen. */
    record Require(String name, Condition condition) implements Edit {}
}
