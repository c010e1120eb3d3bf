package io.parley.context;

/** What an entry must be for a change to happen. An expired entry is absent. */
public sealed interface Condition {

    /** There is no such entry. */
    record Absent() implements Condition {}

    /** There is one, and nobody has put another value since the one with that version. */
    record Version(long version) implements Condition {}

    /** Whatever there is. */
    record Any() implements Condition {}

    static Condition absent() {
        return new Absent();
    }

    static Condition version(long version) {
        return new Version(version);
    }

    static Condition any() {
        return new Any();
    }

    /** Whether the condition holds, given the version of what is there, 0 for nothing. */
    default boolean holds(long version) {
        if (this instanceof Version wanted) {
            return wanted.version == version && version != 0;
        }
        return this instanceof Any || version == 0;
    }
}
