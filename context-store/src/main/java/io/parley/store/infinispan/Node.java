package io.parley.store.infinispan;

import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Scope;
import io.parley.store.PathLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.infinispan.AdvancedCache;
import org.infinispan.commons.util.CloseableIterator;
import org.infinispan.context.Flag;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Node of a cluster, in consecutive memberships: it joins a majority of the nodes, contributes its data from disk if
 * the cluster starts anew, serves while there is a majority, and otherwise leaves and joins again. It handles a network
 * partition, a crash and a start in the same way. Thread-safe; all this happens on a thread of its own.
 */
final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final long CHECK_MILLIS = 100;
    private static final long RETRY_MILLIS = 500;
    private static final Duration CLOSING = Duration.ofMinutes(2);
    private static final int MIN_CHECKS = 30;

    private final NodeAddress address;
    private final ScopeIndex index;
    private final Consumer<Scope> changed;
    private final PathLock lock;
    private final Generations generations;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CompletableFuture<Serving> first = new CompletableFuture<>();
    private volatile @Nullable Serving serving;
    private volatile String found = "no other node yet";

    /** Membership while it serves. */
    record Serving(Member member, AdvancedCache<byte[], byte[]> cache, long lineage) {
        /** Returns the term of writes; to be read before the check for a majority. */
        long term() {
            return Term.of(lineage, member.view());
        }
    }

    /**
     * Creates a node, which is to be started.
     *
     * @param changed called for each scope that was changed by any node; must not block
     */
    Node(NodeAddress address, ScopeIndex index, Consumer<Scope> changed) {
        this.address = address;
        this.index = index;
        this.changed = changed;
        this.lock = PathLock.ofDirectory(address.directory());
        this.generations = new Generations(address.directory());
        this.thread = DaemonThreads.named("parley-context-infinispan-node").newThread(this::run);
    }

    /** Starts the thread that joins the cluster. */
    void start() {
        thread.start();
    }

    /** Blocks until the node serves for the first time. */
    void awaitServing() {
        try {
            first.get(address.startup().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw unavailable();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ParleyException coded) {
                throw coded;
            }
            Throwable cause = e.getCause();
            throw HeadStore.failed(address, cause == null ? e : cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable();
        }
    }

    /**
     * Returns the current membership, which has a majority as far as this node knows.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} otherwise
     */
    Serving serving() {
        Serving now = serving;
        if (now == null || !now.member.hasMajority()) {
            throw unavailable();
        }
        return now;
    }

    /**
     * Returns the current membership after the others confirmed it just now. Blocks.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} otherwise
     */
    Serving leased() {
        Serving now = serving();
        try {
            if (now.member.isCountedIn() && now.member.hasMajority()) {
                return now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        found = "no acknowledgement from the others";
        throw unavailable();
    }

    boolean isCoordinator() {
        Serving now = serving;
        return now != null && now.member.isCoordinator();
    }

    ParleyException unavailable() {
        String text = closing.getCount() == 0
                ? address + ": it was closed"
                : address + ": expected " + address.majority() + " of "
                        + Math.max(1, address.nodes().size()) + " nodes that answer each other, found " + found
                        + "; nothing was changed";
        return new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, text);
    }

    private void run() {
        while (closing.getCount() > 0) {
            try (Member member = Member.join(address)) {
                runMembership(member);
            } catch (RuntimeException e) { // the node must try again: others rely on it
                found = e.getClass().getSimpleName();
                LOG.warn("{} could not join and tries again", address, e);
                if (address.isAlone() || e instanceof ParleyException) {
                    first.completeExceptionally(e);
                }
            } catch (InterruptedException e) {
                LOG.debug("{} stops", address);
            } finally {
                serving = null;
            }
            waitBeforeRetry(RETRY_MILLIS);
        }
    }

    private void runMembership(Member member) throws InterruptedException {
        if (!joinsMajority(member)) {
            return;
        }
        List<Path> before = generations.all();
        boolean continues = address.isAlone() && before.size() == 1;
        AdvancedCache<byte[], byte[]> cache = member.start(continues ? before.get(0) : generations.next());
        cache.addListener(new Member.Changes(event -> updateIndex(event.getKey(), event.getValue())));
        long lineage = continues ? 0 : open(member, cache, before);
        readIndex(member, cache);
        member.serve();
        Serving now = new Serving(member, cache, lineage);
        serving = now;
        first.complete(now);
        LOG.info(
                "{} serves, with {} of {} nodes",
                address,
                member.visibleNodes(),
                Math.max(1, address.nodes().size()));
        serve(member, cache);
        found = member.isWritable() ? "its exclusion by the others" : "a disk that cannot be written";
        LOG.warn("{} starts again: {}", address, found);
    }

    /**
     * Returns whether a majority appears within some seconds. A node that waits and sees no others may be waited for by
     * them in the same way: it joins again after a random time.
     */
    private boolean joinsMajority(Member member) throws InterruptedException {
        long checks = ThreadLocalRandom.current().nextLong(MIN_CHECKS, 2 * MIN_CHECKS);
        while (member.visibleNodes() < address.majority() && checks > 0) {
            found = member.visibleNodes() + " of them";
            checks--;
            pause();
        }
        return member.visibleNodes() >= address.majority();
    }

    /**
     * Returns the cluster's lineage. If the cluster has none yet, a majority of nodes first contributes its data from
     * disk. The data is contributed, too, unless a majority continued without this node: a minority may be the nodes
     * that the others excluded.
     */
    private long open(Member member, AdvancedCache<byte[], byte[]> cache, List<Path> before)
            throws InterruptedException {
        PrimaryOwner first = new PrimaryOwner(cache);
        if (first.read(CacheKeys.LINEAGE) == null || !member.hasJoinedAMajority()) {
            Recovery recovery = new Recovery(cache);
            before.forEach(generation -> recovery.contribute(generation, generations));
            cache.put(CacheKeys.mark(address.node()), CacheKeys.number(recovery.lineage()));
        }
        byte[] lineage = first.read(CacheKeys.LINEAGE);
        while (lineage == null) {
            if (member.visibleNodes() < address.majority()) {
                throw new IllegalStateException("the nodes that it joined have left");
            }
            long last = lastLineage(first);
            if (last >= 0) {
                cache.putIfAbsent(CacheKeys.LINEAGE, CacheKeys.number(last + 1));
            } else {
                pause();
            }
            lineage = first.read(CacheKeys.LINEAGE);
        }
        before.forEach(generations::remove);
        return CacheKeys.number(lineage);
    }

    /** Returns the largest lineage in the contributed data; -1 if it comes from less than a majority. */
    private long lastLineage(PrimaryOwner first) {
        long last = -1;
        int marks = 0;
        for (String node : address.isAlone() ? List.of(address.node()) : address.nodes()) {
            byte[] mark = first.read(CacheKeys.mark(node));
            if (mark != null) {
                marks++;
                last = Math.max(last, CacheKeys.number(mark));
            }
        }
        return marks >= address.majority() ? last : -1;
    }

    private void serve(Member member, AdvancedCache<byte[], byte[]> cache) throws InterruptedException {
        int topology = member.topologyId();
        int checksWithoutMajority = 0;
        while (checksWithoutMajority < 2) {
            pause();
            member.recordRunning();
            member.renew();
            checksWithoutMajority = member.hasMajority() ? 0 : checksWithoutMajority + 1;
            if (checksWithoutMajority == 0 && member.topologyId() != topology) {
                // Changes that a node received by state transfer are not reported individually.
                topology = member.topologyId();
                readIndex(member, cache);
            }
        }
    }

    private void readIndex(Member member, AdvancedCache<byte[], byte[]> cache) {
        Set<Scope> seen = new HashSet<>();
        try (CloseableIterator<Map.Entry<byte[], byte[]>> all =
                cache.withFlags(Flag.CACHE_MODE_LOCAL).entrySet().iterator()) {
            while (all.hasNext()) {
                Map.Entry<byte[], byte[]> each = all.next();
                updateIndex(each.getKey(), each.getValue());
                member.recordRunning();
                if (CacheKeys.isScope(each.getKey())) {
                    seen.add(CacheKeys.scopeOf(each.getKey()));
                }
            }
        }
        for (Scope scope : index.all()) {
            if (!seen.contains(scope) && cache.get(CacheKeys.scope(scope)) == null) {
                index.forget(scope);
            }
        }
    }

    private void updateIndex(byte[] key, byte @Nullable [] value) {
        if (CacheKeys.isScope(key)) {
            Scope scope = CacheKeys.scopeOf(key);
            if (value == null) {
                index.forget(scope);
            } else {
                index.update(HeadFormat.summary(value));
            }
            changed.accept(scope);
        }
    }

    private void pause() throws InterruptedException {
        if (closing.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new InterruptedException();
        }
    }

    private void waitBeforeRetry(long millis) {
        try {
            var unused = closing.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.debug("{} stops waiting", address);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        boolean isInterrupted = false;
        long end = System.nanoTime() + CLOSING.toNanos();
        for (long left = CLOSING.toNanos(); thread.isAlive() && left > 0; left = end - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (thread.isAlive()) {
            // Its files stay locked, since it may still write to them.
            LOG.warn("{} was closed but has not ended within {}", address, CLOSING);
        } else {
            lock.close();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
