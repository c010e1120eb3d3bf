package io.parley.store.infinispan;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Cursor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.infinispan.AdvancedCache;
import org.infinispan.Cache;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.configuration.global.TransportConfigurationBuilder;
import org.infinispan.context.Flag;
import org.infinispan.distribution.LocalizedCacheTopology;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.notifications.Listener;
import org.infinispan.notifications.cachelistener.annotation.CacheEntryCreated;
import org.infinispan.notifications.cachelistener.annotation.CacheEntryModified;
import org.infinispan.notifications.cachelistener.annotation.CacheEntryRemoved;
import org.infinispan.notifications.cachelistener.event.CacheEntryEvent;
import org.infinispan.partitionhandling.AvailabilityMode;
import org.infinispan.remoting.transport.Address;
import org.infinispan.remoting.transport.jgroups.JGroupsTransport;
import org.jgroups.conf.ConfiguratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * One membership of a node in a cluster: from its joining until it leaves or is cut off. Thread-safe once its cache is
 * started.
 */
final class Member implements AutoCloseable {
    /**
     * Time for which this node may assume that the others still count it in: shorter than they ask once more, before
     * they give it up ({@code VERIFY_SUSPECT2} in the stack).
     */
    private static final long LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private static final long RENEWAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(3_500);
    private static final int HEARTBEATS = 4;

    private final NodeAddress address;
    private final DefaultCacheManager manager;
    private @Nullable AdvancedCache<byte[], byte[]> started;
    private volatile boolean isWatched;
    private volatile long awake;
    private volatile long served;
    private volatile boolean isLeftBehind;
    private volatile boolean isSpoiled;
    private long leased = System.nanoTime() - LEASE_NANOS;
    private CompletableFuture<?> beat = CompletableFuture.completedFuture(0);

    /** Listener to each key whose value was written here or by others. Public only for Infinispan. */
    @Listener(primaryOnly = false)
    public static final class Changes {
        private final Consumer<CacheEntryEvent<byte[], byte[]>> told;

        Changes(Consumer<CacheEntryEvent<byte[], byte[]>> told) {
            this.told = told;
        }

        /** Public only for Infinispan. */
        @CacheEntryCreated
        @CacheEntryModified
        @CacheEntryRemoved
        public void changed(CacheEntryEvent<byte[], byte[]> event) {
            if (!event.isPre()) {
                told.accept(event);
            }
        }
    }

    private Member(NodeAddress address, DefaultCacheManager manager) {
        this.address = address;
        this.manager = manager;
    }

    /** Meets the other nodes, if there are others; the cache is not started. */
    static Member join(NodeAddress address) {
        if (address.isAlone()) {
            return new Member(address, CacheFiles.alone());
        }
        GlobalConfigurationBuilder global = CacheFiles.quiet(GlobalConfigurationBuilder.defaultClusteredBuilder());
        TransportConfigurationBuilder transport = global.transport();
        transport.clusterName(clusterName(address)).nodeName(address.node());
        if (address.stack().isEmpty()) {
            transport.addProperty(JGroupsTransport.CONFIGURATION_XML, stack(address));
        } else {
            transport.addProperty(JGroupsTransport.CONFIGURATION_FILE, withoutMerging(address.stack()));
        }
        return new Member(address, new DefaultCacheManager(global.build()));
    }

    /**
     * Nodes that were apart must not go on together with what each has: which of them knows everything, Infinispan decides by
     * numbers that a node without the others counts up too. Whoever was apart leaves, and joins as a new one.
     */
    private static String withoutMerging(String stack) {
        try {
            boolean merges = ConfiguratorFactory.getStackConfigurator(stack).getProtocolStack().stream()
                    .anyMatch(each -> each.getProtocolName().endsWith("MERGE3"));
            if (!merges) {
                return stack;
            }
        } catch (Exception e) { // that is what it declares
            throw refused(stack, e.toString(), e);
        }
        throw refused(stack, "one with it; nodes join again by themselves", null);
    }

    private static ParleyException refused(String stack, String found, @Nullable Exception why) {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "infinispan context store: expected in " + stack + " a stack of JGroups without MERGE3, found " + found,
                why);
    }

    /** Begins to serve: from now on it is left behind by a stop of this process. */
    void serve() {
        awake();
        served = awake;
        isWatched = true;
    }

    /** Must be called regularly: others may have given up a node that did not run for half the detection time. */
    void awake() {
        hasOverslept();
        awake = System.nanoTime();
    }

    private boolean hasOverslept() {
        if (isWatched
                && !address.isAlone()
                && System.nanoTime() - awake > address.detection().toNanos() / 2) {
            isLeftBehind = true;
        }
        return isLeftBehind;
    }

    /**
     * Returns the cluster's name with a checksum of its nodes: nodes with different lists never meet, as neither could
     * tell what a majority is.
     */
    private static String clusterName(NodeAddress address) {
        CRC32 sum = new CRC32();
        address.nodes().stream()
                .map(node -> new Cursor(node, ""))
                .sorted()
                .forEach(node -> sum.update((node.scope() + "\n").getBytes(StandardCharsets.UTF_8)));
        return address.cluster() + "-" + Long.toHexString(sum.getValue());
    }

    private static String stack(NodeAddress address) {
        try (InputStream in = Member.class.getResourceAsStream("stack.xml")) {
            if (in == null) {
                throw new IllegalStateException("stack.xml is not beside this class");
            }
            long silence = address.detection().toMillis();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@host@", address.host())
                    .replace("@port@", String.valueOf(address.port()))
                    .replace(
                            "@hosts@",
                            String.join(
                                    ",",
                                    address.nodes().stream()
                                            .map(Member::initial)
                                            .toList()))
                    .replace("@silence@", String.valueOf(silence))
                    .replace("@heartbeat@", String.valueOf(Math.max(1, silence / HEARTBEATS)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String initial(String node) {
        int colon = node.lastIndexOf(':');
        return node.substring(0, colon) + "[" + node.substring(colon + 1) + "]";
    }

    /** Returns how many nodes see each other, whether or not they keep contexts yet. */
    int met() {
        return address.isAlone() ? 1 : named(manager.getMembers());
    }

    /** A node that was killed and is back is there twice for a while. */
    private static int named(Collection<Address> members) {
        return (int) members.stream().map(Object::toString).distinct().count();
    }

    boolean isCoordinator() {
        return address.isAlone() || manager.isCoordinator();
    }

    AdvancedCache<byte[], byte[]> start(Path generation) {
        Cache<byte[], byte[]> cache = CacheFiles.start(manager, generation, address);
        AdvancedCache<byte[], byte[]> advanced = cache.getAdvancedCache();
        ComponentRegistry.of(advanced).getInterceptorChain().running().addInterceptor(new Fence(this::counts), 0);
        started = advanced;
        return advanced;
    }

    private boolean counts(Address other) {
        return !hasOverslept() && manager.getMembers().contains(other);
    }

    AdvancedCache<byte[], byte[]> cache() {
        AdvancedCache<byte[], byte[]> cache = started;
        if (cache == null) {
            throw new IllegalStateException("the cache of " + address + " was not started");
        }
        return cache;
    }

    /** A write failed. Without others that was the disk, on which nothing can be written until it is opened anew. */
    void failed() {
        isSpoiled = address.isAlone();
    }

    boolean isWritable() {
        return !isSpoiled;
    }

    /** Returns whether a majority of all nodes keeps contexts with this one, as far as it knows. */
    boolean hasMajority() {
        if (address.isAlone()) {
            return isWritable();
        }
        return !hasOverslept()
                && cache().getAvailability() == AvailabilityMode.AVAILABLE
                && named(present()) >= address.majority();
    }

    /** Returns the nodes that keep contexts and have not gone since. */
    private List<Address> present() {
        List<Address> members = manager.getMembers();
        return topology().getMembers().stream().filter(members::contains).toList();
    }

    /**
     * Returns whether the nodes that this one has joined are a majority without it, and so have all that was ever
     * acknowledged.
     */
    boolean hasJoinedAMajority() throws InterruptedException {
        List<Address> others = present().stream()
                .filter(each -> !each.equals(manager.getAddress()))
                .toList();
        return !address.isAlone() && named(others) >= address.majority() && isCountedIn();
    }

    /** Grows whenever nodes come or go. */
    int topologyId() {
        return address.isAlone() ? 0 : topology().getTopologyId();
    }

    int view() {
        return address.isAlone() ? 0 : cache().getRpcManager().getTransport().getViewId();
    }

    private LocalizedCacheTopology topology() {
        return cache().getDistributionManager().getCacheTopology();
    }

    /**
     * Returns whether the others have counted this node in just now. A node that was stopped, or that nobody hears any
     * more, does not know that others have gone on without it: it can only ask all of them to acknowledge a value that
     * it writes as the first owner, which they do not for a node that they have left behind.
     */
    boolean isCountedIn() throws InterruptedException {
        if (address.isAlone()) {
            return true;
        }
        long began = System.nanoTime();
        try {
            while (isOlder(LEASE_NANOS)) {
                long left = BEAT_NANOS - (System.nanoTime() - began);
                beating().get(left, TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /**
     * Asks for the lease before somebody needs it; without one for longer than others may take to go, it is left
     * behind.
     */
    void renew() {
        if (address.isAlone()) {
            return;
        }
        if (isOlder(RENEWAL_NANOS)) {
            var unused = beating();
        }
        long patience = CacheFiles.patience(address.detection()).toNanos();
        if (isOlder(patience) && System.nanoTime() - served >= patience) {
            isLeftBehind = true;
        }
    }

    private synchronized boolean isOlder(long nanos) {
        return System.nanoTime() - leased >= nanos;
    }

    private synchronized CompletableFuture<?> beating() {
        if (beat.isDone()) {
            beat = beat();
        }
        return beat;
    }

    private CompletableFuture<?> beat() {
        long began = System.nanoTime();
        return cache().withFlags(Flag.SKIP_CACHE_STORE, Flag.IGNORE_RETURN_VALUES)
                .putAsync(ownKey(), CacheKeys.number(began))
                .thenRun(() -> extend(began));
    }

    private synchronized void extend(long began) {
        leased = began;
    }

    /** A key that this node is the first owner of, by what it knows. */
    private byte[] ownKey() {
        LocalizedCacheTopology topology = topology();
        for (int i = 0; i < topology.getNumSegments() * HEARTBEATS; i++) {
            byte[] key = CacheKeys.beat(i);
            if (topology.getDistribution(cache().getKeyDataConversion().toStorage(key))
                    .isPrimary()) {
                return key;
            }
        }
        return CacheKeys.beat(0);
    }

    @Override
    public void close() {
        manager.stop();
    }
}
