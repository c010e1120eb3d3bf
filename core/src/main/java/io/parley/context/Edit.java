package io.parley.context;

/**
 * One step of what a principal changes in a context at once ({@link ContextAccess#write}). How long values live and who pays
 * for them is not said here: as long as their context, and its owner.
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
