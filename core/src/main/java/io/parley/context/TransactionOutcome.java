package io.parley.context;

/** Outcome of a transaction. */
public sealed interface TransactionOutcome {

    /**
     * All changes were made, with the store's declared durability.
     *
     * @param version that of all values it put; greater than any before in this scope
     */
    record Done(long version) implements TransactionOutcome {}

    /**
     * No change was made, because a condition did not hold.
     *
     * @param current the version of the present value; 0 for none
     */
    record Conflict(Key key, long current) implements TransactionOutcome {}

    /**
     * The changes may or may not have been made, because the store failed during the commit. Read before writing again.
     */
    record Unknown(Throwable why) implements TransactionOutcome {}

    /** Returns whether all changes were certainly made; after {@link Unknown} they may have been. */
    default boolean isDone() {
        return this instanceof Done;
    }
}
