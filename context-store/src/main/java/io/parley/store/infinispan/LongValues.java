package io.parley.store.infinispan;

import io.parley.context.Scope;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.infinispan.AdvancedCache;
import org.infinispan.commons.util.CloseableIterator;
import org.infinispan.context.Flag;
import org.jspecify.annotations.Nullable;

/**
 * Values that stand beside the head of their scope, under keys of their own, so that a change of the scope writes what is
 * new and not all that is there. They stand on all nodes before a head names their place, and no place is used twice: what
 * is found at one is what the head means, whoever read that head and when.
 */
record LongValues(AdvancedCache<byte[], byte[]> cache) {
    /** Shorter ones stand in the head, which costs less than a write of their own. */
    static final int LONGEST_IN_HEAD = 16 * 1024;

    /**
     * Place of a value within its scope.
     *
     * @param at when it was chosen, in milliseconds
     */
    record Place(long at, long random) {
        static final int BYTES = 2 * Long.BYTES;

        static @Nullable Place of(int length, Instant now) {
            return length > LONGEST_IN_HEAD
                    ? new Place(now.toEpochMilli(), ThreadLocalRandom.current().nextLong())
                    : null;
        }

        static Place read(ByteBuffer bytes) {
            return new Place(bytes.getLong(), bytes.getLong());
        }

        ByteBuffer write(ByteBuffer bytes) {
            return bytes.putLong(at).putLong(random);
        }
    }

    /** Writes what a head names that was not written yet. */
    CompletableFuture<Void> write(Head next) {
        return CompletableFuture.allOf(next.slots().values().stream()
                .filter(slot -> slot.place() != null && slot.bytes() != null)
                .map(slot -> cache.withFlags(Flag.IGNORE_RETURN_VALUES)
                        .putAsync(CacheKeys.value(next.scope(), slot.place()), slot.toArray()))
                .toArray(CompletableFuture[]::new));
    }

    /** Removes what one head names and the other, which stands, does not. Does not wait: what stays is swept. */
    void removeUnless(Head standing, Head other) {
        Collection<Place> needed = standing.places();
        for (Place place : other.places()) {
            if (!needed.contains(place)) {
                remove(CacheKeys.value(other.scope(), place));
            }
        }
    }

    private void remove(byte[] key) {
        var unused = cache.withFlags(Flag.IGNORE_RETURN_VALUES).removeAsync(key);
    }

    /** The bytes of a slot, or null if no head names its place any more. */
    byte @Nullable [] read(Head.Slot slot) {
        Place place = slot.place();
        if (place == null || slot.bytes() != null) {
            return slot.toArray();
        }
        byte[] key = CacheKeys.value(slot.info().key().scope(), place);
        byte[] here = cache.get(key);
        return here == null ? new FirstOwner(cache).read(key) : here;
    }

    /** Scopes with values that were written before that moment, and their places. */
    Map<Scope, List<Place>> writtenBefore(Instant moment) {
        Map<Scope, List<Place>> old = new HashMap<>();
        try (CloseableIterator<byte[]> keys =
                cache.withFlags(Flag.CACHE_MODE_LOCAL).keySet().iterator()) {
            while (keys.hasNext()) {
                byte[] key = keys.next();
                if (CacheKeys.isValue(key) && CacheKeys.placeOf(key).at < moment.toEpochMilli()) {
                    old.computeIfAbsent(CacheKeys.scopeOfValue(key), first -> new ArrayList<>())
                            .add(CacheKeys.placeOf(key));
                }
            }
        }
        return old;
    }

    /**
     * Removes the values at those of these places that a head does not name: their writer never named them, and may not
     * have reached all nodes. The first owner removes elsewhere only values that it has itself, so an empty one is put
     * there first.
     */
    void removeUnlessNamed(Head head, List<Place> places) {
        Collection<Place> named = head.places();
        for (Place place : places) {
            if (!named.contains(place)) {
                byte[] key = CacheKeys.value(head.scope(), place);
                var unused = cache.withFlags(Flag.IGNORE_RETURN_VALUES)
                        .putAsync(key, new byte[0])
                        .thenRun(() -> remove(key));
            }
        }
    }
}
