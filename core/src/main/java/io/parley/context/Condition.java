package io.parley.context;

/** Condition of a change on an entry. An expired entry is absent. */
public sealed interface Condition {

    /** Holds if the entry is absent. */
    record Absent() implements Condition {}

    /** Holds if the entry is present, and was last put by the transaction with that version. */
    record Version(long version) implements Condition {}

    /** Always holds. */
    record Any() implements Condition {}

    /** Returns the condition that there is no entry, or one that has expired. */
    static Condition absent() {
        return new Absent();
    }

    /** Returns the condition that the value has that version, as in {@link EntryInfo#version}. */
    static Condition version(long version) {
        return new Version(version);
    }

    /** Returns the condition that always holds. */
    static Condition any() {
        return new Any();
    }

    /** Returns whether the condition holds for the version of the present value; 0 for none. */
    default boolean holds(long version) {
        if (this instanceof Version wanted) {
            return wanted.version == version && version != 0;
        }
        return this instanceof Any || version == 0;
    }
}
