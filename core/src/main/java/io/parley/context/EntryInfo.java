package io.parley.context;

import java.time.Instant;

/**
 * Properties of an entry, without its bytes.
 *
 * @param version the number of the transaction that put it; unique among all values of a key
 * @param expiresAt the time from which it is absent, by the store's clock, in whole milliseconds
 * @param owner the owner whose quota it counts against
 * @param length of the value in bytes
 * @param content the hash of the value
 */
public record EntryInfo(
        Key key, long version, Instant expiresAt, String owner, String mediaType, int length, ContentAddress content) {

    /** Returns whether the entry is absent at a time. */
    public boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }

    EntryInfo until(Instant moment) {
        return new EntryInfo(key, version, moment, owner, mediaType, length, content);
    }
}
