package io.parley.context;

/** TransactionOutcome of a transaction. */
public sealed interface TransactionOutcome {

    /**
     * All changes happened, and last as the store has declared.
     *
     * @param version that of everything it put; larger than any before in this scope
     */
    record Done(long version) implements TransactionOutcome {}

    /**
     * No change happened, because a condition did not hold.
     *
     * @param current the version of the present value, 0 for none
     */
    record Conflict(Key key, long current) implements TransactionOutcome {}

    /** The changes may or may not have happened: the store was lost while it committed. Read before writing again. */
    record Unknown(Throwable why) implements TransactionOutcome {}

    /** Returns whether all changes happened. If not, they still may have: {@link Unknown}. */
    default boolean isDone() {
        return this instanceof Done;
    }
}
