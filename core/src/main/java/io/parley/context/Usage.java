package io.parley.context;

/**
 * Entries and bytes of an owner in a store. Expired entries count until they are removed, at the latest when their
 * owner needs the capacity.
 *
 * @param bytes of all values
 */
public record Usage(long entries, long bytes) {
    public static final Usage NONE = new Usage(0, 0);

    Usage plus(EntryInfo entry) {
        return new Usage(entries + 1, bytes + entry.length());
    }

    Usage minus(EntryInfo entry) {
        return new Usage(entries - 1, bytes - entry.length());
    }
}
