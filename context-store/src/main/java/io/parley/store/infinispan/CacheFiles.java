package io.parley.store.infinispan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.infinispan.Cache;
import org.infinispan.commons.dataconversion.MediaType;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.Configuration;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.configuration.global.ShutdownHookBehavior;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.partitionhandling.PartitionHandling;
import org.infinispan.persistence.sifs.configuration.SoftIndexFileStoreConfigurationBuilder;

/** Configuration of the cache: bytes in memory, and in files that are forced to the medium with each write. */
final class CacheFiles {
    static final String CACHE = "parley-contexts";
    /**
     * Exceeds the time in which a silent node is detected, so that detection ends pending writes before the timeout.
     */
    private static final Duration MARGIN = Duration.ofSeconds(7);

    /** Exceeds the largest context. */
    private static final int FILE_BYTES = 64 * 1024 * 1024;

    /** Number of segments of the contexts, of which each node is the primary owner of some. */
    private static final int SEGMENTS = 32;

    private CacheFiles() {}

    /**
     * Returns the timeout of a write that waits for other nodes. A write that times out while all nodes still count
     * each other as members may be on some of them only, or reach one of them later.
     */
    static Duration writeTimeout(Duration detection) {
        return detection.multipliedBy(2).plus(MARGIN);
    }

    static Configuration configuration(Path generation, NodeAddress address) {
        return configuration(generation, address.isAlone(), writeTimeout(address.detection()));
    }

    private static Configuration configuration(Path generation, boolean isAlone, Duration writeTimeout) {
        ConfigurationBuilder cache = new ConfigurationBuilder();
        cache.encoding().mediaType(MediaType.APPLICATION_OCTET_STREAM_TYPE);
        cache.clustering().hash().numSegments(SEGMENTS);
        cache.locking().lockAcquisitionTimeout(writeTimeout.toMillis());
        cache.persistence()
                .addStore(SoftIndexFileStoreConfigurationBuilder.class)
                .dataLocation(generation.resolve("data").toString())
                .indexLocation(generation.resolve("index").toString())
                .maxFileSize(FILE_BYTES)
                .syncWrites(true)
                .purgeOnStartup(false)
                .preload(true);
        if (isAlone) {
            cache.clustering().cacheMode(CacheMode.LOCAL);
        } else {
            cache.clustering()
                    .cacheMode(CacheMode.REPL_SYNC)
                    .remoteTimeout(writeTimeout.toMillis())
                    .partitionHandling()
                    .whenSplit(PartitionHandling.DENY_READ_WRITES)
                    .stateTransfer()
                    .timeout(2, TimeUnit.MINUTES);
        }
        return cache.build();
    }

    static GlobalConfigurationBuilder quiet(GlobalConfigurationBuilder global) {
        global.jmx().disable();
        global.metrics().gauges(false).histograms(false);
        global.shutdown().hookBehavior(ShutdownHookBehavior.DONT_REGISTER);
        return global;
    }

    static DefaultCacheManager alone() {
        return new DefaultCacheManager(
                quiet(new GlobalConfigurationBuilder().nonClusteredDefault()).build());
    }

    static Cache<byte[], byte[]> start(DefaultCacheManager manager, Path generation, NodeAddress address) {
        return start(manager, configuration(generation, address));
    }

    /** Starts a cache with the data that one node has on disk, without the other nodes. */
    static Cache<byte[], byte[]> startAlone(DefaultCacheManager manager, Path generation) {
        return start(manager, configuration(generation, true, MARGIN));
    }

    private static Cache<byte[], byte[]> start(DefaultCacheManager manager, Configuration configuration) {
        manager.defineConfiguration(CACHE, configuration);
        return manager.getCache(CACHE);
    }
}
