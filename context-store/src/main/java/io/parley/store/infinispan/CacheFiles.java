package io.parley.store.infinispan;

import java.nio.file.Path;
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

/** How caches are made: bytes in memory and in files that are forced to the medium with each write. */
final class CacheFiles {
    static final String CACHE = "parley-contexts";
    /** What a write waits for another node; a cut-off node refuses after that and the time of its lease. */
    static final long REMOTE_MILLIS = 3_000;
    /** Above the largest context. */
    private static final int FILE_BYTES = 64 * 1024 * 1024;

    /** Into so many parts the contexts are divided, of which each node is the first owner of some. */
    private static final int SEGMENTS = 32;

    private CacheFiles() {}

    static Configuration configuration(Path generation, boolean isAlone) {
        ConfigurationBuilder cache = new ConfigurationBuilder();
        cache.encoding().mediaType(MediaType.APPLICATION_OCTET_STREAM_TYPE);
        cache.clustering().hash().numSegments(SEGMENTS);
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
                    .remoteTimeout(REMOTE_MILLIS)
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

    static Cache<byte[], byte[]> start(DefaultCacheManager manager, Path generation, boolean isAlone) {
        manager.defineConfiguration(CACHE, configuration(generation, isAlone));
        return manager.getCache(CACHE);
    }
}
