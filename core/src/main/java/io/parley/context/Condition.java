package io.parley.context;

/** Condition on an entry for a change to happen. An expired entry is absent. */
public sealed interface Condition {

    /** The entry is absent. */
    record Absent() implements Condition {}

    /** The entry is present, and no value was put since the one with that version. */
    record Version(long version) implements Condition {}

    /** Whatever there is. */
    record Any() implements Condition {}

    /** Returns the condition that there is no entry, or one that has expired. */
    static Condition absent() {
        return new Absent();
    }

    /**
     * Returns the condition that no value was put since the one with that version, as {@link EntryInfo#version} has it.
     */
    static Condition version(long version) {
        return new Version(version);
    }

    /** Returns the condition that always holds. */
    static Condition any() {
        return new Any();
    }

    /** Returns whether the condition holds, given the version of the present value, 0 for none. */
    default boolean holds(long version) {
        if (this instanceof Version wanted) {
            return wanted.version == version && version != 0;
        }
        return this instanceof Any || version == 0;
    }
}
