package io.parley.store.infinispan;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Scope;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.infinispan.commons.CacheException;
import org.infinispan.partitionhandling.AvailabilityException;
import org.jspecify.annotations.Nullable;

/** The heads in the cache of a node that serves: reads them, and puts another in the place of one that still stands. */
record HeadStore(NodeAddress address, Node.Serving serving) {
    private static final long LONGEST_SECONDS = 10;

    /** A head as it was read, or a fresh one. */
    static final class Found {
        private final Head head;
        private final byte @Nullable [] bytes;

        private Found(Head head, byte @Nullable [] bytes) {
            this.head = head;
            this.bytes = bytes;
        }

        Head head() {
            return head;
        }

        boolean isAbsent() {
            return bytes == null;
        }
    }

    /** What became of a replacement. */
    sealed interface Result {}

    /** It stands, on the disks of all nodes. */
    record Done() implements Result {}

    /** Another one was faster; nothing was changed. */
    record Lost() implements Result {}

    /** It may stand or not. */
    record Doubtful(Throwable why) implements Result {}

    /** One under way. */
    interface Replacement {
        /** Waits for it. */
        Result get();
    }

    Replacement nothing() {
        return Done::new;
    }

    Found read(Scope scope) {
        try {
            byte[] bytes = serving.cache().get(CacheKeys.scope(scope));
            return bytes == null
                    ? new Found(Head.fresh(scope, floor()), null)
                    : new Found(HeadFormat.decode(bytes), bytes);
        } catch (CacheException | IllegalStateException e) {
            throw failed(address, e);
        }
    }

    private long floor() {
        byte[] floor = serving.cache().get(CacheKeys.FLOOR);
        return floor == null ? 0 : CacheKeys.number(floor);
    }

    Replacement replace(Found found, Draft draft) {
        long term = serving.term();
        long stamp = ThreadLocalRandom.current().nextLong();
        if (!serving.member().hasMajority()) {
            throw failed(address, new IllegalStateException("no majority"));
        }
        Head next = draft.head(term, stamp);
        byte[] key = CacheKeys.scope(next.scope());
        byte[] value = HeadFormat.encode(next);
        CompletableFuture<Boolean> writing = found.bytes == null
                ? serving.cache().putIfAbsentAsync(key, value).thenApply(present -> present == null)
                : serving.cache().replaceAsync(key, found.bytes, value);
        return () -> result(writing, next.scope(), stamp);
    }

    /** The last number of a scope that is removed becomes one that no other begins below. */
    Replacement remove(Found found, Draft draft) {
        try {
            Recovery.raise(serving.cache(), CacheKeys.FLOOR, draft.last());
            CompletableFuture<Boolean> removing =
                    serving.cache().removeAsync(CacheKeys.scope(found.head.scope()), found.bytes);
            return () -> result(removing, found.head.scope(), 0);
        } catch (CacheException | IllegalStateException e) {
            return () -> new Doubtful(e);
        }
    }

    private Result result(CompletableFuture<Boolean> writing, Scope scope, long stamp) {
        try {
            boolean isDone = writing.get(LONGEST_SECONDS, TimeUnit.SECONDS) || stands(scope, stamp);
            if (!isDone) {
                return new Lost();
            }
            return serving.member().hasMajority()
                    ? new Done()
                    : new Doubtful(new IllegalStateException("the majority went while it was written"));
        } catch (ExecutionException | TimeoutException | CacheException | IllegalStateException e) {
            return new Doubtful(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Doubtful(e);
        }
    }

    /** A command that is repeated while nodes come or go may find its own work and say that it did nothing. */
    private boolean stands(Scope scope, long stamp) {
        byte[] bytes = serving.cache().get(CacheKeys.scope(scope));
        return bytes != null && HeadFormat.decode(bytes).stamps().contains(stamp);
    }

    static ParleyException failed(NodeAddress address, Throwable why) {
        boolean isCluster = why instanceof CacheException || why instanceof IllegalStateException;
        return new ParleyException(
                isCluster ? ErrorCode.CONTEXT_UNAVAILABLE : ErrorCode.INTERNAL,
                address + ": expected an answer of the cluster, found "
                        + why.getClass().getSimpleName() + "; nothing was changed"
                        + (why instanceof AvailabilityException ? " on this side of it" : ""),
                why);
    }
}
