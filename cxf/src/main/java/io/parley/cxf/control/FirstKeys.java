package io.parley.cxf.control;

import io.parley.peer.KnownPeers;
import io.parley.peer.SessionKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;

/**
 * Keys that one client first called each address with, of the addresses used last: those are negotiated for at once, others when they
 * come again (docs/guide/security.md). Thread-safe.
 */
final class FirstKeys {
    private static final int MOST = 64;

    /** By address and endpoint. */
    private final Map<Place, SessionKey> keys = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, SessionKey> eldest) {
            return size() > MOST;
        }
    };

    /** First keys that have called once so far; empty for a client that goes on calling, whose calls are compared with nothing. */
    private final Set<SessionKey> calledOnce = ConcurrentHashMap.newKeySet();

    private record Place(String address, QName endpoint) {}

    /** Returns whether a call with a key that this client does not hold is decided as others are; else it goes by SOAP. */
    boolean admits(SessionKey key, KnownPeers peers) {
        boolean isFirst = isFirst(key);
        boolean admitted = peers.admits(key, isFirst);
        if (admitted && isFirst && calledOnce.size() < MOST) {
            calledOnce.add(key);
        }
        return admitted;
    }

    private synchronized boolean isFirst(SessionKey key) {
        return keys.computeIfAbsent(new Place(key.address(), key.endpoint()), absent -> key)
                .equals(key);
    }

    /** Notes a call with a key that this client holds. */
    void calledAgain(SessionKey key, KnownPeers peers) {
        if (!calledOnce.isEmpty() && calledOnce.remove(key)) {
            peers.cameBack(key);
        }
    }
}
