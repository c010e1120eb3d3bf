package io.parley.context;

import java.time.Instant;

/**
 * One change in a store's log. Records are only ever added; they outlive the entry and go when they are older than the
 * log's retention.
 *
 * @param number the version that the change made; the changes of one transaction share it
 * @param previous the number before it in the log of this scope, so that a gap is seen
 * @param at when, in the store's time
 * @param author who asked for it; {@code parley} for what expired
 * @param length of the value in bytes
 * @param content the hash of the value that was put, or of the one that went
 */
public record LogRecord(
        long number, long previous, Instant at, Key key, Kind kind, String author, int length, ContentAddress content) {

    /** What happened to the entry. */
    public enum Kind {
        PUT,
        DELETE,
        /** Its lifetime was over; the record is written when it is cleared away. */
        EXPIRE
    }
}
