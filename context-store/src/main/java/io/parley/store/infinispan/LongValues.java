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
 * Values stored apart from the head of their scope, under keys of their own, so that a change of the scope writes only
 * what is new. A value is on all nodes before a head refers to its place, and no place is reused, so that a place
 * always means the same value, whoever read the head and when.
 */
record LongValues(AdvancedCache<byte[], byte[]> cache) {
    /** Maximum length of a value in the head, where it costs less than a write of its own. */
    static final int MAX_IN_HEAD = 16 * 1024;

    /**
     * Place of a value within its scope.
     *
     * @param at time of its creation, in milliseconds
     * @param random makes it unique
     */
    record Place(long at, long random) {
        static final int BYTES = 2 * Long.BYTES;

        static @Nullable Place of(int length, Instant now) {
            return length > MAX_IN_HEAD
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

    /** Writes the values that a head refers to and that are not written yet. */
    CompletableFuture<Void> write(Head next) {
        return CompletableFuture.allOf(next.slots().values().stream()
                .filter(slot -> slot.place() != null && slot.bytes() != null)
                .map(slot -> cache.withFlags(Flag.IGNORE_RETURN_VALUES)
                        .putAsync(CacheKeys.value(next.scope(), slot.place()), slot.toArray()))
                .toArray(CompletableFuture[]::new));
    }

    /**
     * Removes the values to which {@code other} refers and the committed head does not. Does not wait: the sweep
     * removes leftovers.
     */
    void removeUnless(Head committed, Head other) {
        Collection<Place> needed = committed.places();
        for (Place place : other.places()) {
            if (!needed.contains(place)) {
                remove(CacheKeys.value(other.scope(), place));
            }
        }
    }

    private void remove(byte[] key) {
        var unused = cache.withFlags(Flag.IGNORE_RETURN_VALUES).removeAsync(key);
    }

    /** Returns the bytes of a slot; null if no head refers to its place any more. */
    byte @Nullable [] read(Head.Slot slot) {
        Place place = slot.place();
        if (place == null || slot.bytes() != null) {
            return slot.toArray();
        }
        byte[] key = CacheKeys.value(slot.info().key().scope(), place);
        byte[] here = cache.get(key);
        return here == null ? new PrimaryOwner(cache).read(key) : here;
    }

    /** Returns the places of values written before the given time, by scope. */
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
     * Removes the values at those of the places to which a head does not refer: their writer never completed the head,
     * and may not have reached all nodes. The primary owner propagates a removal only for values that it has itself, so
     * an empty value is put there first.
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
