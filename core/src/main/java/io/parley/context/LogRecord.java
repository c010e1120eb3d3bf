package io.parley.context;

import java.time.Instant;

/**
 * A change in a store's log. Records are only ever added; they outlive the entry and go when they are older than the
 * log's retention.
 *
 * @param number the version that the change made; the changes of one transaction share it
 * @param previous the number before it in the log of this scope, so that a gap is seen
 * @param at the time of the change, by the store's clock
 * @param author the principal that requested it; {@code parley} for expired entries
 * @param length of the value in bytes
 * @param content the hash of the value that was put or removed
 */
public record LogRecord(
        long number, long previous, Instant at, Key key, Kind kind, String author, int length, ContentAddress content) {

    /** Kind of a change. */
    public enum Kind {
        PUT,
        DELETE,
        /** The entry's lifetime was over; the record is written when it is removed. */
        EXPIRE
    }
}
