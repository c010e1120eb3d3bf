package io.parley.context;

/** What became of a transaction. */
public sealed interface Outcome {

    /**
     * All of it happened, and lasts as the store has declared.
     *
     * @param version that of everything it put; larger than any before in this scope
     */
    record Done(long version) implements Outcome {}

    /**
     * Nothing of it happened, because a condition did not hold.
     *
     * @param current the version of what is there, 0 for nothing
     */
    record Conflict(Key key, long current) implements Outcome {}

    /** It may or may not have happened: the store was lost while it committed. Read before writing again. */
    record Unknown(Throwable why) implements Outcome {}

    default boolean isDone() {
        return this instanceof Done;
    }
}
