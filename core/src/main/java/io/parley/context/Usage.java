package io.parley.context;

/**
 * What an owner has in a store. Entries that have expired count until they are cleared away, which happens at the latest
 * when their owner needs the room.
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
