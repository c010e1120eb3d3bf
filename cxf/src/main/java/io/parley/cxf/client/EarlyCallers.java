package io.parley.cxf.client;

import io.parley.peer.KnownPeers;
import io.parley.peer.Proposal;
import io.parley.peer.SessionKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Callers, as keys without a proposal, of a client's calls by SOAP before its model was derived. Once there is a
 * proposal, the policy takes these calls into account. Thread-safe.
 */
final class EarlyCallers {
    private static final int CAPACITY = 64;

    /** Callers, least recently called first. */
    private final Set<SessionKey> callers = new LinkedHashSet<>();

    private volatile @Nullable SessionKey last;

    /** Records a call. */
    synchronized void called(SessionKey caller) {
        if (!caller.equals(last)) {
            callers.remove(caller);
            callers.add(caller);
            last = caller;
            if (callers.size() > CAPACITY) {
                callers.remove(callers.iterator().next());
            }
        }
    }

    /** Returns the caller of the last call; empty if none was recorded since the last proposal. */
    Optional<SessionKey> last() {
        return Optional.ofNullable(last);
    }

    /** Credits the recorded calls to the proposal. */
    void proposed(Proposal proposal, KnownPeers peers) {
        if (last != null) {
            removeAll().forEach(caller -> peers.proposed(caller, caller.with(proposal)));
        }
    }

    private synchronized List<SessionKey> removeAll() {
        List<SessionKey> all = List.copyOf(callers);
        callers.clear();
        last = null;
        return all;
    }
}
