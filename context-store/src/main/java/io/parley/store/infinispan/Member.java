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
 * Membership of a node in a cluster, from joining until it leaves or is excluded. Thread-safe once its cache is
 * started.
 */
final class Member implements AutoCloseable {
    /**
     * Time for which this node may assume that the others still count it as a member: shorter than the time in which
     * they verify a suspicion before they exclude it ({@code VERIFY_SUSPECT2} in the stack).
     */
    private static final long LEASE_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private static final long RENEWAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(3_500);
    private static final int HEARTBEATS = 4;

    private final NodeAddress address;
    private final DefaultCacheManager manager;
    private @Nullable AdvancedCache<byte[], byte[]> started;
    private volatile boolean isWatched;
    private volatile long lastRunning;
    private volatile long served;
    private volatile boolean isExcluded;
    private volatile boolean isDiskFailed;
    private long leasedAt = System.nanoTime() - LEASE_NANOS;
    private CompletableFuture<?> beat = CompletableFuture.completedFuture(0);

    /** Listener to changes of keys, by this node or others. Public only for Infinispan. */
    @Listener(primaryOnly = false)
    public static final class Changes {
        private final Consumer<CacheEntryEvent<byte[], byte[]>> listener;

        Changes(Consumer<CacheEntryEvent<byte[], byte[]>> listener) {
            this.listener = listener;
        }

        /** Passes on a completed change. Public only for Infinispan. */
        @CacheEntryCreated
        @CacheEntryModified
        @CacheEntryRemoved
        public void changed(CacheEntryEvent<byte[], byte[]> event) {
            if (!event.isPre()) {
                listener.accept(event);
            }
        }
    }

    private Member(NodeAddress address, DefaultCacheManager manager) {
        this.address = address;
        this.manager = manager;
    }

    /** Joins the other nodes, if there are any; the cache is not started yet. */
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
            transport.addProperty(JGroupsTransport.CONFIGURATION_FILE, checkedStack(address.stack()));
        }
        return new Member(address, new DefaultCacheManager(global.build()));
    }

    /**
     * Checks that a JGroups stack does not merge partitions. Nodes that were separated must not continue together with
     * what each has: Infinispan decides which of them is complete by numbers that a separated node increases too.
     * Separated nodes leave and join anew.
     */
    private static String checkedStack(String stack) {
        try {
            boolean merges = ConfiguratorFactory.getStackConfigurator(stack).getProtocolStack().stream()
                    .anyMatch(each -> each.getProtocolName().endsWith("MERGE3"));
            if (!merges) {
                return stack;
            }
        } catch (Exception e) { // the method declares Exception
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

    /** Starts serving: from now on a pause of this process makes it leave the cluster. */
    void serve() {
        recordRunning();
        served = lastRunning;
        isWatched = true;
    }

    /**
     * Records that this process is running. Must be called regularly: the others may have excluded a node that did not
     * run for half the detection time.
     */
    void recordRunning() {
        wasPaused();
        lastRunning = System.nanoTime();
    }

    private boolean wasPaused() {
        if (isWatched
                && !address.isAlone()
                && System.nanoTime() - lastRunning > address.detection().toNanos() / 2) {
            isExcluded = true;
        }
        return isExcluded;
    }

    /**
     * Returns the cluster's name with a checksum of its nodes: nodes with different lists never join each other, since
     * they would disagree about the majority.
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

    /** Returns the number of nodes that see each other, including those that do not keep contexts yet. */
    int visibleNodes() {
        return address.isAlone() ? 1 : distinctNodes(manager.getMembers());
    }

    /** Returns the number of distinct nodes: one that was killed and restarted is listed twice for a while. */
    private static int distinctNodes(Collection<Address> members) {
        return (int) members.stream().map(Object::toString).distinct().count();
    }

    boolean isCoordinator() {
        return address.isAlone() || manager.isCoordinator();
    }

    AdvancedCache<byte[], byte[]> start(Path generation) {
        Cache<byte[], byte[]> cache = CacheFiles.start(manager, generation, address);
        AdvancedCache<byte[], byte[]> advanced = cache.getAdvancedCache();
        ComponentRegistry.of(advanced).getInterceptorChain().running().addInterceptor(new Fence(this::isMember), 0);
        started = advanced;
        return advanced;
    }

    private boolean isMember(Address other) {
        return !wasPaused() && manager.getMembers().contains(other);
    }

    AdvancedCache<byte[], byte[]> cache() {
        AdvancedCache<byte[], byte[]> cache = started;
        if (cache == null) {
            throw new IllegalStateException("the cache of " + address + " was not started");
        }
        return cache;
    }

    /**
     * Records a failed write. On a single node it was the disk, which is not written any more until the store is
     * reopened.
     */
    void failed() {
        isDiskFailed = address.isAlone();
    }

    boolean isWritable() {
        return !isDiskFailed;
    }

    /** Returns whether a majority of all nodes, including this one, keeps contexts, as far as this node knows. */
    boolean hasMajority() {
        if (address.isAlone()) {
            return isWritable();
        }
        return !wasPaused()
                && cache().getAvailability() == AvailabilityMode.AVAILABLE
                && distinctNodes(present()) >= address.majority();
    }

    /** Returns the nodes that keep contexts and have not left. */
    private List<Address> present() {
        List<Address> members = manager.getMembers();
        return topology().getMembers().stream().filter(members::contains).toList();
    }

    /**
     * Returns whether the nodes that this one joined are a majority without it, and thus have everything that was ever
     * acknowledged.
     */
    boolean hasJoinedAMajority() throws InterruptedException {
        List<Address> others = present().stream()
                .filter(each -> !each.equals(manager.getAddress()))
                .toList();
        return !address.isAlone() && distinctNodes(others) >= address.majority() && isCountedIn();
    }

    /** Returns a number that changes whenever nodes join or leave. */
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
     * Returns whether the others confirmed the membership of this node just now. A node that was paused or disconnected
     * does not know that the others continued without it. It can only write a value of which it is the primary owner,
     * since all nodes have to acknowledge that, which they do not for an excluded node. Blocks.
     */
    boolean isCountedIn() throws InterruptedException {
        if (address.isAlone()) {
            return true;
        }
        long began = System.nanoTime();
        try {
            while (isOlder(LEASE_NANOS)) {
                long remaining = BEAT_NANOS - (System.nanoTime() - began);
                currentBeat().get(remaining, TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /**
     * Renews the lease before it is needed; a node without one for longer than the others may take to leave is
     * excluded.
     */
    void renew() {
        if (address.isAlone()) {
            return;
        }
        if (isOlder(RENEWAL_NANOS)) {
            var unused = currentBeat();
        }
        long timeout = CacheFiles.writeTimeout(address.detection()).toNanos();
        if (isOlder(timeout) && System.nanoTime() - served >= timeout) {
            isExcluded = true;
        }
    }

    private synchronized boolean isOlder(long nanos) {
        return System.nanoTime() - leasedAt >= nanos;
    }

    private synchronized CompletableFuture<?> currentBeat() {
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
        leasedAt = began;
    }

    /** Returns a key of which this node is the primary owner, as far as it knows. */
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
