package io.parley.cxf.client;

import io.parley.peer.KnownPeers;
import io.parley.peer.SessionKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;

/**
 * First callers, as keys without a proposal, of the addresses that one client used most recently. Negotiations for
 * these start at once, those for other callers when they call again (docs/guide/security.md). Thread-safe.
 */
final class FirstKeys {
    private static final int CAPACITY = 64;

    /** Keys by address and endpoint. */
    private final Map<Place, SessionKey> keys = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, SessionKey> eldest) {
            return size() > CAPACITY;
        }
    };

    /** First callers with one call so far; empty for a client in steady state, so that its calls compare nothing. */
    private final Set<SessionKey> calledOnce = ConcurrentHashMap.newKeySet();

    private record Place(String address, QName endpoint) {}

    /**
     * Returns whether a call with a key that this client does not hold is subject to the usual decision; otherwise it
     * is sent by SOAP.
     *
     * @param key the caller's key with its proposal, if that is known
     */
    boolean admits(SessionKey caller, SessionKey key, KnownPeers peers) {
        boolean isFirst = isFirst(caller);
        boolean admitted = peers.admits(caller, key, isFirst);
        if (admitted && isFirst && calledOnce.size() < CAPACITY) {
            calledOnce.add(caller);
        }
        return admitted;
    }

    private synchronized boolean isFirst(SessionKey caller) {
        return keys.computeIfAbsent(new Place(caller.address(), caller.endpoint()), absent -> caller)
                .equals(caller);
    }

    /** Records a further call of a caller whose key this client holds. */
    void calledAgain(SessionKey caller, KnownPeers peers) {
        if (!calledOnce.isEmpty() && calledOnce.remove(caller)) {
            peers.cameBack(caller);
        }
    }
}
