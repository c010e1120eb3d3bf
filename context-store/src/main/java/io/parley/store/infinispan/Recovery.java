package io.parley.store.infinispan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.infinispan.AdvancedCache;
import org.infinispan.Cache;
import org.infinispan.commons.util.CloseableIterator;
import org.infinispan.context.Flag;
import org.infinispan.manager.DefaultCacheManager;

/**
 * Contributes the data that a node has on disk to a cluster that starts anew. Acknowledged data is on the disks of a
 * majority, and the cluster opens once a majority has contributed its own, so no acknowledged data is missing. Of two
 * heads of a scope the one of the later term wins, then the one of the later transaction: what an excluded node wrote
 * without acknowledgement yields to what the others did meanwhile.
 */
final class Recovery {
    private final AdvancedCache<byte[], byte[]> cluster;
    private final PrimaryOwner first;
    private long lineage;

    Recovery(AdvancedCache<byte[], byte[]> cluster) {
        this.cluster = cluster;
        this.first = new PrimaryOwner(cluster);
    }

    /** Returns the largest lineage that was found. */
    long lineage() {
        return lineage;
    }

    void contribute(Path generation, Generations generations) {
        // The index is rebuilt from the data, since it may be damaged after a crash.
        Path index = generation.resolve("index");
        if (index.toFile().exists()) {
            generations.remove(index);
        }
        try (DefaultCacheManager manager = CacheFiles.alone()) {
            Cache<byte[], byte[]> own = CacheFiles.startAlone(manager, generation);
            try (CloseableIterator<Map.Entry<byte[], byte[]>> all =
                    own.entrySet().iterator()) {
                while (all.hasNext()) {
                    Map.Entry<byte[], byte[]> each = all.next();
                    contribute(each.getKey(), each.getValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void contribute(byte[] key, byte[] value) {
        if (CacheKeys.isScope(key)) {
            putIfNewer(key, value);
        } else if (CacheKeys.isValue(key)) {
            cluster.withFlags(Flag.IGNORE_RETURN_VALUES).put(key, value);
        } else if (Arrays.equals(key, CacheKeys.FLOOR)) {
            raise(cluster, key, CacheKeys.number(value));
        } else if (Arrays.equals(key, CacheKeys.LINEAGE)) {
            lineage = Math.max(lineage, CacheKeys.number(value));
        }
    }

    private void putIfNewer(byte[] key, byte[] mine) {
        HeadFormat.Summary summary = HeadFormat.summary(mine);
        lineage = Math.max(lineage, Term.lineage(summary.term()));
        boolean isDone = false;
        while (!isDone) {
            byte[] theirs = first.read(key);
            if (theirs == null) {
                isDone = cluster.putIfAbsent(key, mine) == null;
            } else {
                isDone = !HeadFormat.summary(theirs).isOlderThan(summary) || cluster.replace(key, theirs, mine);
            }
        }
    }

    /** Raises a number in the cache to at least the given value. */
    static void raise(AdvancedCache<byte[], byte[]> cache, byte[] key, long number) {
        boolean isDone = false;
        while (!isDone) {
            byte[] there = new PrimaryOwner(cache).read(key);
            if (there == null) {
                isDone = cache.putIfAbsent(key, CacheKeys.number(number)) == null;
            } else {
                isDone = CacheKeys.number(there) >= number || cache.replace(key, there, CacheKeys.number(number));
            }
        }
    }
}
