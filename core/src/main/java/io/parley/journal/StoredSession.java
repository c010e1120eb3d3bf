package io.parley.journal;

import io.netty.buffer.ByteBuf;
import io.parley.context.Value;
import io.parley.session.DurableState;
import java.util.List;
import java.util.Map;

/**
 * A session as loaded from a store.
 *
 * @param digest of its agreement
 * @param principal the principal that owns it
 * @param terms the terms bytes of OPEN; on the opening side, the data needed to restore the agreement
 * @param newest hash of the newest secret for its resumption; on the opening side the secret itself, in hex
 * @param before hash of the previous secret; empty if that is no longer valid
 * @param received frames of unfinished messages, by stream
 * @param sent frames that the peer may not have
 * @param journal that stores it from now on
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

    /** Returns the state that is derived from its frames. */
    public DurableState state() {
        return journal.state();
    }
}
