package io.parley.peer;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Decides which unknown keys are worth a negotiation (docs/guide/security.md): the first key that a client uses at an
 * address at once, others when they are used a second time, since credentials may be different for each call. Each key
 * that was used once is remembered by a hash, in a table of fixed size; a key whose slot was overwritten counts as new
 * again. Thread-safe; no method blocks for long.
 */
final class NewIdentities {
    /** Number of slots for keys that were used once. */
    static final int SEEN = 8_192;

    /**
     * Maximum number of clients' first keys at one address that may be negotiated for before one of them is used again.
     */
    static final int UNPROVEN = 8;

    private static final int MOST_PLACES = 1_024;
    /** An odd multiplier without a pattern, so that every bit of a hash affects others. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final Map<Place, Firsts> places = new ConcurrentHashMap<>();
    /** Created with the first key that has to be used again, since most clients have only one key. */
    private volatile @Nullable AtomicLongArray seen;

    /** Address and endpoint of calls, regardless of the caller. */
    private record Place(String address, QName endpoint) {
        static Place of(SessionKey key) {
            return new Place(key.address(), key.endpoint());
        }
    }

    /** First keys of clients at one place. */
    private static final class Firsts {
        private final Set<SessionKey> unproven = new HashSet<>();
        private boolean isReported;

        synchronized boolean begins(SessionKey key) {
            return unproven.contains(key) || (unproven.size() < UNPROVEN && unproven.add(key));
        }

        synchronized void cameBack(SessionKey key) {
            unproven.remove(key);
        }

        synchronized boolean isNews() {
            boolean isNews = !isReported;
            isReported = true;
            return isNews;
        }
    }

    /**
     * Returns whether an unknown key may be negotiated for.
     *
     * @param isFirst true if the client has used no other key there
     */
    boolean mayBegin(SessionKey key, boolean isFirst) {
        return (isFirst && at(key).begins(key)) || cameBefore(key);
    }

    /** Records another call with a key that may be negotiated for. */
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
            // Costs at most some additional offers of a client that calls more places than it remembers peers.
            places.clear();
        }
        return places.computeIfAbsent(place, absent -> new Firsts());
    }

    /** Returns whether the key was used once before, and records its use. */
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

    /** Returns a hash that is not 0, the value of an empty slot. A collision costs an additional offer. */
    private static long hash(SessionKey key) {
        long hash = (key.credentials().fingerprint() * SPREAD + key.hashCode()) * SPREAD;
        hash ^= hash >>> 32;
        return hash == 0 ? 1 : hash;
    }
}
