package io.parley.peer;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Decides which keys that nothing is known of are worth a negotiation (docs/guide/security.md): the first that a client calls an
 * address with at once, others when they come a second time, since credentials may be made anew for each call. What it remembers
 * of those is a hash each, in a table that never grows; one that another took the place of counts as new once more. Thread-safe;
 * no method blocks for long.
 */
final class NewIdentities {
    /** Keys that came once and are remembered. */
    static final int SEEN = 8_192;

    /** First keys of clients that may be negotiated for at an address before one of them has called again. */
    static final int UNPROVEN = 8;

    private static final int MOST_PLACES = 1_024;
    /** An odd number without a pattern, so that every bit of a hash moves others. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final Map<Place, Firsts> places = new ConcurrentHashMap<>();
    /** Made for the first that has to come again: most clients have one key. */
    private volatile @Nullable AtomicLongArray seen;

    /** Address and endpoint of calls, whoever makes them. */
    private record Place(String address, QName endpoint) {
        static Place of(SessionKey key) {
            return new Place(key.address(), key.endpoint());
        }
    }

    /** First keys of clients at one place. */
    private static final class Firsts {
        private final Set<SessionKey> unproven = new HashSet<>();
        private boolean isTold;

        synchronized boolean begins(SessionKey key) {
            return unproven.contains(key) || (unproven.size() < UNPROVEN && unproven.add(key));
        }

        synchronized void cameBack(SessionKey key) {
            unproven.remove(key);
        }

        synchronized boolean isNews() {
            boolean isNews = !isTold;
            isTold = true;
            return isNews;
        }
    }

    /**
     * Returns whether a key that nothing is known of may be negotiated for.
     *
     * @param isFirst whether the client has called there with no other
     */
    boolean mayBegin(SessionKey key, boolean isFirst) {
        return (isFirst && at(key).begins(key)) || cameBefore(key);
    }

    /** Notes that a key which may be negotiated for has called once more. */
    void cameBack(SessionKey key) {
        Firsts firsts = places.get(Place.of(key));
        if (firsts != null) {
            firsts.cameBack(key);
        }
    }

    /** Returns whether no new identity at this address was reported yet. */
    boolean isNews(SessionKey key) {
        return at(key).isNews();
    }

    private Firsts at(SessionKey key) {
        Place place = Place.of(key);
        Firsts known = places.get(place);
        if (known != null) {
            return known;
        }
        if (places.size() >= MOST_PLACES) {
            // Costs some offers at most, of a client that calls more places than it knows peers.
            places.clear();
        }
        return places.computeIfAbsent(place, absent -> new Firsts());
    }

    /** Returns whether the key is among those that came once; if not, it is from now on. */
    private boolean cameBefore(SessionKey key) {
        AtomicLongArray table = table();
        long hash = hash(key);
        return table.getAndSet((int) Long.remainderUnsigned(hash, SEEN), hash) == hash;
    }

    private AtomicLongArray table() {
        AtomicLongArray known = seen;
        if (known != null) {
            return known;
        }
        synchronized (this) {
            AtomicLongArray made = seen == null ? new AtomicLongArray(SEEN) : seen;
            seen = made;
            return made;
        }
    }

    /** Returns a hash that is never 0, which stands for nobody. Two keys of one hash cost an offer. */
    private static long hash(SessionKey key) {
        long hash = (key.credentials().fingerprint() * SPREAD + key.hashCode()) * SPREAD;
        hash ^= hash >>> 32;
        return hash == 0 ? 1 : hash;
    }
}
