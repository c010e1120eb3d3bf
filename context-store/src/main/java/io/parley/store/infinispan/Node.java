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
 * A node's part in the cluster, one life after the other: it meets a majority of the nodes, brings in what it has on disk
 * if the cluster begins anew, serves while a majority is there, and leaves to join again when it is not. A cut, a crash
 * and a start are therefore the same to it. Thread-safe; a thread of its own does all this.
 */
final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final long LOOK_MILLIS = 100;
    private static final long REST_MILLIS = 500;
    private static final Duration CLOSING = Duration.ofMinutes(2);
    private static final int FEWEST_LOOKS = 30;

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

    /** A membership while it serves. */
    record Serving(Member member, AdvancedCache<byte[], byte[]> cache, long lineage) {
        /** The term that is written under now; to be asked for before whether there is a majority. */
        long term() {
            return Term.of(lineage, member.view());
        }
    }

    /** @param changed called for each scope in which something was changed, by whomever; must not block */
    Node(NodeAddress address, ScopeIndex index, Consumer<Scope> changed) {
        this.address = address;
        this.index = index;
        this.changed = changed;
        this.lock = PathLock.ofDirectory(address.directory());
        this.generations = new Generations(address.directory());
        this.thread = DaemonThreads.named("parley-context-infinispan-node").newThread(this::run);
        thread.start();
    }

    /** Waits until it serves for the first time. */
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

    /** The cache of a node that has a majority, as far as it knows. */
    Serving serving() {
        Serving now = serving;
        if (now == null || !now.member.hasMajority()) {
            throw unavailable();
        }
        return now;
    }

    /** The same, if the others have counted it in just now. */
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
                live(member);
            } catch (RuntimeException e) { // it begins again: others rely on this node
                found = e.getClass().getSimpleName();
                LOG.warn("{} could not take part and tries again", address, e);
                if (address.isAlone() || e instanceof ParleyException) {
                    first.completeExceptionally(e);
                }
            } catch (InterruptedException e) {
                LOG.debug("{} ends", address);
            } finally {
                serving = null;
            }
            rest(REST_MILLIS);
        }
    }

    private void live(Member member) throws InterruptedException {
        if (!meets(member)) {
            return;
        }
        List<Path> before = generations.all();
        boolean goesOn = address.isAlone() && before.size() == 1;
        AdvancedCache<byte[], byte[]> cache = member.start(goesOn ? before.get(0) : generations.next());
        cache.addListener(new Member.Changes(event -> note(event.getKey(), event.getValue())));
        long lineage = goesOn ? 0 : open(member, cache, before);
        readIndex(member, cache);
        member.serve();
        Serving now = new Serving(member, cache, lineage);
        serving = now;
        first.complete(now);
        LOG.info(
                "{} serves, with {} of {} nodes",
                address,
                member.met(),
                Math.max(1, address.nodes().size()));
        serve(member, cache);
        found = member.isWritable() ? "it cut off from them" : "a disk that could not be written";
        LOG.warn("{} begins again: {}", address, found);
    }

    /**
     * Returns whether there is a majority soon. A node that waits for others and hears of none may be waited for by
     * them in the same way: it joins again, not at the same time as they do.
     */
    private boolean meets(Member member) throws InterruptedException {
        long looks = ThreadLocalRandom.current().nextLong(FEWEST_LOOKS, 2 * FEWEST_LOOKS);
        while (member.met() < address.majority() && looks > 0) {
            found = member.met() + " of them";
            looks--;
            pause();
        }
        return member.met() >= address.majority();
    }

    /**
     * The cluster's lineage; if it has none yet, what is on disk is brought in until a majority has done so. It is brought in,
     * too, unless a majority goes on without this node: who are fewer may be those that the others went on without.
     */
    private long open(Member member, AdvancedCache<byte[], byte[]> cache, List<Path> before)
            throws InterruptedException {
        FirstOwner first = new FirstOwner(cache);
        if (first.read(CacheKeys.LINEAGE) == null || !member.hasJoinedAMajority()) {
            Recovery recovery = new Recovery(cache);
            before.forEach(generation -> recovery.bringIn(generation, generations));
            cache.put(CacheKeys.mark(address.node()), CacheKeys.number(recovery.lineage()));
        }
        byte[] lineage = first.read(CacheKeys.LINEAGE);
        while (lineage == null) {
            if (member.met() < address.majority()) {
                throw new IllegalStateException("the nodes that it met have gone");
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

    /** The largest that was found by those who brought something in, or -1 if they are no majority. */
    private long lastLineage(FirstOwner first) {
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
        int looksWithout = 0;
        while (looksWithout < 2) {
            pause();
            member.awake();
            member.renew();
            looksWithout = member.hasMajority() ? 0 : looksWithout + 1;
            if (looksWithout == 0 && member.topologyId() != topology) {
                // What a node gets from others in one piece is not told one by one.
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
                note(each.getKey(), each.getValue());
                member.awake();
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

    private void note(byte[] key, byte @Nullable [] value) {
        if (CacheKeys.isScope(key)) {
            Scope scope = CacheKeys.scopeOf(key);
            if (value == null) {
                index.forget(scope);
            } else {
                index.note(HeadFormat.summary(value));
            }
            changed.accept(scope);
        }
    }

    private void pause() throws InterruptedException {
        if (closing.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new InterruptedException();
        }
    }

    private void rest(long millis) {
        try {
            var unused = closing.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.debug("{} rests no longer", address);
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
            // Its files stay locked: it may still write to them.
            LOG.warn("{} was closed and has not ended within {}", address, CLOSING);
        } else {
            lock.close();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
