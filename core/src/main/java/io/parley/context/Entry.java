package io.parley.context;

/** A value as it stands in a store. */
public record Entry(EntryInfo info, Value value) {

    /** See {@link EntryInfo#version()}. */
    public long version() {
        return info.version();
    }
}
