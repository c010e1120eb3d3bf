package io.parley.cxf.control;

import io.parley.peer.KnownPeers;
import io.parley.peer.SessionKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;

/**
 * Callers, as keys without a proposal, that one client first called each address as, of the addresses used last: those are negotiated for at once, others when they
 * come again (docs/guide/security.md). Thread-safe.
 */
final class FirstKeys {
    private static final int MOST = 64;

    /** Keys by address and endpoint. */
    private final Map<Place, SessionKey> keys = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, SessionKey> eldest) {
            return size() > MOST;
        }
    };

    /**
     * First keys that have called once so far; empty for a client that goes on calling, whose calls are compared with
     * nothing.
     */
    private final Set<SessionKey> calledOnce = ConcurrentHashMap.newKeySet();

    private record Place(String address, QName endpoint) {}

    /**
     * Returns whether a call with a key that this client does not hold is decided as others are; else it goes by SOAP.
     *
     * @param key the caller's with its proposal, if that is known
     */
    boolean admits(SessionKey caller, SessionKey key, KnownPeers peers) {
        boolean isFirst = isFirst(caller);
        boolean admitted = peers.admits(caller, key, isFirst);
        if (admitted && isFirst && calledOnce.size() < MOST) {
            calledOnce.add(caller);
        }
        return admitted;
    }

    private synchronized boolean isFirst(SessionKey caller) {
        return keys.computeIfAbsent(new Place(caller.address(), caller.endpoint()), absent -> caller)
                .equals(caller);
    }

    /** Notes a call of a caller for whom this client holds a key. */
    void calledAgain(SessionKey caller, KnownPeers peers) {
        if (!calledOnce.isEmpty() && calledOnce.remove(caller)) {
            peers.cameBack(caller);
        }
    }
}
