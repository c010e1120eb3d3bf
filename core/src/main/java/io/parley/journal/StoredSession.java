package io.parley.journal;

import io.netty.buffer.ByteBuf;
import io.parley.context.Value;
import io.parley.session.DurableState;
import java.util.List;
import java.util.Map;

/**
 * A session as it lies in a store.
 *
 * @param digest of its agreement
 * @param principal whose it is
 * @param terms the terms bytes of OPEN; on the opening side, what it needs to know what was agreed on
 * @param newest hash of the newest secret that it can be resumed by; on the opening side that secret, in hex
 * @param before hash of the one before, empty if that is no good any more
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

    /** Whether the secret with that hash is good for it. */
    public boolean isFor(String hash) {
        return hash.equals(newest) || hash.equals(before);
    }

    /** What follows from its frames. */
    public DurableState state() {
        return journal.state();
    }
}
