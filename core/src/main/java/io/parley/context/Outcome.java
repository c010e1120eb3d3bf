package io.parley.context;

/** Outcome of a transaction. */
public sealed interface Outcome {

    /**
     * All changes happened, and last as the store has declared.
     *
     * @param version that of everything it put; larger than any before in this scope
     */
    record Done(long version) implements Outcome {}

    /**
     * No change happened, because a condition did not hold.
     *
     * @param current the version of the present value, 0 for none
     */
    record Conflict(Key key, long current) implements Outcome {}

    /** The changes may or may not have happened: the store was lost while it committed. Read before writing again. */
    record Unknown(Throwable why) implements Outcome {}

    /** Returns whether all changes happened. If not, they still may have: {@link Unknown}. */
    default boolean isDone() {
        return this instanceof Done;
    }
}
