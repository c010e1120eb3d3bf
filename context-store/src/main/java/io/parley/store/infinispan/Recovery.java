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
 * Brings what a node has on disk into a cluster that begins anew. What was acknowledged is on the disks of a majority, and
 * the cluster opens when a majority has brought in its own, so nothing acknowledged is missing then. Of two heads of a
 * scope the one of the later term counts, then the one of the later transaction: what a node wrote that was cut off, and
 * nobody acknowledged, gives way to what the others did meanwhile.
 */
final class Recovery {
    private final AdvancedCache<byte[], byte[]> cluster;
    private final FirstOwner first;
    private long lineage;

    Recovery(AdvancedCache<byte[], byte[]> cluster) {
        this.cluster = cluster;
        this.first = new FirstOwner(cluster);
    }

    /** The largest lineage that was found. */
    long lineage() {
        return lineage;
    }

    void bringIn(Path generation, Generations generations) {
        // The index is made anew from the data, whatever became of it when the process ended.
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
                    bringIn(each.getKey(), each.getValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void bringIn(byte[] key, byte[] value) {
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

    /** Makes a number in the cache at least that large. */
    static void raise(AdvancedCache<byte[], byte[]> cache, byte[] key, long number) {
        boolean isDone = false;
        while (!isDone) {
            byte[] there = new FirstOwner(cache).read(key);
            if (there == null) {
                isDone = cache.putIfAbsent(key, CacheKeys.number(number)) == null;
            } else {
                isDone = CacheKeys.number(there) >= number || cache.replace(key, there, CacheKeys.number(number));
            }
        }
    }
}
