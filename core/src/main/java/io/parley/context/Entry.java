package io.parley.context;

/** An entry of a store with its value. */
public record Entry(EntryInfo info, Value value) {

    /** Returns {@link EntryInfo#version()}. */
    public long version() {
        return info.version();
    }
}
