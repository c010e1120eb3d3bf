package io.parley.cxf.control;

import io.parley.peer.KnownPeers;
import io.parley.peer.Proposal;
import io.parley.peer.SessionKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Callers, as keys without a proposal, whose calls one client made by SOAP before its data was described; the policy goes on
 * from these calls once there is a proposal. Thread-safe.
 */
final class EarlyCallers {
    private static final int MOST = 64;

    /** Callers in the order of their last calls. */
    private final Set<SessionKey> callers = new LinkedHashSet<>();

    private volatile @Nullable SessionKey last;

    /** Notes a call. */
    synchronized void called(SessionKey caller) {
        if (!caller.equals(last)) {
            callers.remove(caller);
            callers.add(caller);
            last = caller;
            if (callers.size() > MOST) {
                callers.remove(callers.iterator().next());
            }
        }
    }

    /** Returns the caller of the last call; empty if none was noted since the last proposal. */
    Optional<SessionKey> last() {
        return Optional.ofNullable(last);
    }

    /** Makes the calls that were noted count for the proposal. */
    void proposed(Proposal proposal, KnownPeers peers) {
        if (last != null) {
            taken().forEach(caller -> peers.proposed(caller, caller.with(proposal)));
        }
    }

    private synchronized List<SessionKey> taken() {
        List<SessionKey> all = List.copyOf(callers);
        callers.clear();
        last = null;
        return all;
    }
}
