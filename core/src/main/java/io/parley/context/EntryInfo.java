package io.parley.context;

import java.time.Instant;

/**
 * Properties of an entry, without its bytes.
 *
 * @param version the number of the transaction that put it; no two values of a key ever have the same
 * @param expiresAt the moment from which it is absent, in the store's time, in whole milliseconds
 * @param owner the owner whose quota it counts against
 * @param length of the value in bytes
 * @param content the hash of the value
 */
public record EntryInfo(
        Key key, long version, Instant expiresAt, String owner, String mediaType, int length, ContentAddress content) {

    /** Returns whether it is absent at that moment. */
    public boolean isExpired(Instant now) {
        return !now.isBefore(expiresAt);
    }

    EntryInfo until(Instant moment) {
        return new EntryInfo(key, version, moment, owner, mediaType, length, content);
    }
}
