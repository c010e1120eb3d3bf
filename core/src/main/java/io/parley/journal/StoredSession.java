package io.parley.journal;

import io.netty.buffer.ByteBuf;
import io.parley.context.Value;
import io.parley.session.DurableState;
import java.util.List;
import java.util.Map;

/**
 * A session as it is in a store.
 *
 * @param digest of its agreement
 * @param principal the principal that owns it
 * @param terms the terms bytes of OPEN; on the opening side, the data it needs to know the agreement
 * @param newest hash of the newest secret that it can be resumed by; on the opening side that secret, in hex
 * @param before hash of the one before, empty if that is no longer valid
 * @param received frames of messages that are not done, by stream
 * @param sent frames that the peer may not have
 * @param journal where all of it is kept from now on
 */
public record StoredSession(
        Value digest,
        String principal,
        Value terms,
        String newest,
        String before,
        Map<Integer, List<ByteBuf>> received,
        List<ByteBuf> sent,
        Journal journal) {

    /** Returns whether the secret with that hash is valid for it. */
    public boolean isFor(String hash) {
        return hash.equals(newest) || hash.equals(before);
    }

    /** Returns the state that follows from its frames. */
    public DurableState state() {
        return journal.state();
    }
}
