package io.parley.store.infinispan;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Scope;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.infinispan.commons.CacheException;
import org.infinispan.partitionhandling.AvailabilityException;
import org.jspecify.annotations.Nullable;

/** Heads in the cache of a serving node: reads them, and replaces them by compare-and-set. */
record HeadStore(NodeAddress address, Node.Serving serving) {
    private static final int MAX_ATTEMPTS = 100;

    /** Head as read, or an empty one if the scope is absent. */
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

    /** Result of a replacement. */
    sealed interface Result {}

    /** Committed, on the disks of all nodes. */
    record Done() implements Result {}

    /** Lost against a concurrent replacement; nothing was changed. */
    record Lost() implements Result {}

    /** May be committed or not. */
    record InDoubt(Throwable why) implements Result {}

    /** Replacement in progress. */
    interface Replacement {
        /** Blocks for the result. */
        Result get();
    }

    Replacement nothing() {
        return Done::new;
    }

    /**
     * Reads this node's copy, which may be older than the committed value; suitable for values that are immutable or
     * were read before.
     */
    Found readHere(Scope scope) {
        try {
            return found(scope, serving.cache().get(CacheKeys.scope(scope)));
        } catch (CacheException | IllegalStateException e) {
            throw failed(address, e);
        }
    }

    /** Reads the committed value, which is on all nodes. */
    Found read(Scope scope) {
        try {
            byte[] key = CacheKeys.scope(scope);
            Found found = found(scope, new PrimaryOwner(serving.cache()).read(key));
            for (int i = 0; isFromEarlierTerm(found); i++) {
                if (i == MAX_ATTEMPTS) {
                    throw new IllegalStateException("other nodes keep writing it");
                }
                rewrite(key, found);
                found = found(scope, new PrimaryOwner(serving.cache()).read(key));
            }
            return found;
        } catch (CacheException | IllegalStateException e) {
            throw failed(address, e);
        }
    }

    /**
     * Returns whether a value was written in an earlier term: it may be on some of the present nodes only, if its
     * writer left during the write. It must not be returned before it is on all of them.
     */
    private boolean isFromEarlierTerm(Found found) {
        return found.bytes != null && !address.isAlone() && found.head.term() < serving.term();
    }

    private void rewrite(byte[] key, Found found) {
        try {
            byte[] anew = HeadFormat.encode(found.head.under(serving.term()));
            var unused = serving.cache()
                    .replaceAsync(key, found.bytes, anew)
                    .get(CacheFiles.writeTimeout(address.detection()).toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("cannot rewrite a head of an earlier term", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while rewriting a head of an earlier term", e);
        }
    }

    private Found found(Scope scope, byte @Nullable [] bytes) {
        return bytes == null ? new Found(Head.fresh(scope, floor()), null) : new Found(HeadFormat.decode(bytes), bytes);
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
        CompletableFuture<Boolean> writing = values().write(next)
                .thenCompose(written -> found.bytes == null
                        ? serving.cache().putIfAbsentAsync(key, value).thenApply(present -> present == null)
                        : serving.cache().replaceAsync(key, found.bytes, value));
        return () -> cleared(result(writing, next, stamp), found.head, next);
    }

    /** Returns the bytes of a slot; null if no head refers to its place any more. */
    byte @Nullable [] bytes(Head.Slot slot) {
        try {
            return values().read(slot);
        } catch (CacheException | IllegalStateException e) {
            throw failed(address, e);
        }
    }

    private LongValues values() {
        return new LongValues(serving.cache());
    }

    /** Removes long values written before the given time whose writer never referred to them in a head. */
    void removeUnnamed(Instant moment) {
        values().writtenBefore(moment).forEach((scope, places) -> {
            if (!readHere(scope).head.places().containsAll(places)) {
                values().removeUnlessNamed(read(scope).head, places);
            }
        });
    }

    /** Removes the long values that are not needed after a result; those of both heads stay if it is in doubt. */
    private Result cleared(Result result, Head before, Head next) {
        if (result instanceof Done) {
            values().removeUnless(next, before);
        } else if (result instanceof Lost) {
            values().removeUnless(before, next);
        }
        return result;
    }

    /** Removes a scope; its last number raises the minimum below which no scope starts. */
    Replacement remove(Found found, Draft draft) {
        try {
            Recovery.raise(serving.cache(), CacheKeys.FLOOR, draft.last());
            CompletableFuture<Boolean> removing =
                    serving.cache().removeAsync(CacheKeys.scope(found.head.scope()), found.bytes);
            Head nothing = Head.fresh(found.head.scope(), 0);
            return () -> cleared(result(removing, found.head, 0), found.head, nothing);
        } catch (CacheException | IllegalStateException e) {
            return () -> new InDoubt(e);
        }
    }

    private Result result(CompletableFuture<Boolean> writing, Head next, long stamp) {
        try {
            long timeout = CacheFiles.writeTimeout(address.detection()).toNanos();
            boolean isWritten = writing.get(timeout, TimeUnit.NANOSECONDS);
            boolean isDone = (isWritten && next.term() >= serving.term()) || isCommitted(next.scope(), stamp);
            if (!isDone && !isWritten) {
                return new Lost();
            }
            return isDone && serving.member().hasMajority()
                    ? new Done()
                    : new InDoubt(new IllegalStateException("the deciding nodes changed during the write"));
        } catch (ExecutionException
                | TimeoutException
                | RuntimeException e) { // the write was started, so its outcome is unknown
            serving.member().failed();
            return new InDoubt(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new InDoubt(e);
        }
    }

    /**
     * Returns whether a write is committed, by its stamp. A command that is repeated while nodes join or leave may find
     * its own effect and report that it changed nothing; and the value must be on the nodes that are present now.
     */
    private boolean isCommitted(Scope scope, long stamp) {
        return read(scope).head.stamps().contains(stamp);
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
