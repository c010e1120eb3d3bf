package io.parley.context;

import java.time.Instant;

/**
 * A change in a store's log. Records are only appended; they outlive the entry and are removed when they are older than
 * the log's retention.
 *
 * @param number the version that the change created; shared by all changes of a transaction
 * @param previous the preceding number in the log of this scope, so that a gap is detected
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
        /** The entry has expired; the record is written when it is removed. */
        EXPIRE
    }
}
