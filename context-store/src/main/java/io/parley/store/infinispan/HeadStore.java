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

/** The heads in the cache of a node that serves: reads them, and puts another in the place of one that still stands. */
record HeadStore(NodeAddress address, Node.Serving serving) {
    private static final int ATTEMPTS = 100;

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

    /** Result of a replacement. */
    sealed interface Result {}

    /** It is committed, on the disks of all nodes. */
    record Done() implements Result {}

    /** Another one was faster; nothing was changed. */
    record Lost() implements Result {}

    /** It may be committed or not. */
    record Doubtful(Throwable why) implements Result {}

    /** A replacement under way. */
    interface Replacement {
        /** Waits for it. */
        Result get();
    }

    Replacement nothing() {
        return Done::new;
    }

    /**
     * Reads this node's copy, which may be older than the committed value; right for values that were read already or
     * are immutable.
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
            Found found = found(scope, new FirstOwner(serving.cache()).read(key));
            for (int i = 0; isFromBefore(found); i++) {
                if (i == ATTEMPTS) {
                    throw new IllegalStateException("others write it all the time");
                }
                writeAnew(key, found);
                found = found(scope, new FirstOwner(serving.cache()).read(key));
            }
            return found;
        } catch (CacheException | IllegalStateException e) {
            throw failed(address, e);
        }
    }

    /**
     * Returns whether a value was written in an earlier term: it may be on some of today's nodes only, if its writer
     * left while it wrote. It must not be read before it is on all.
     */
    private boolean isFromBefore(Found found) {
        return found.bytes != null && !address.isAlone() && found.head.term() < serving.term();
    }

    private void writeAnew(byte[] key, Found found) {
        try {
            byte[] anew = HeadFormat.encode(found.head.under(serving.term()));
            var unused = serving.cache()
                    .replaceAsync(key, found.bytes, anew)
                    .get(CacheFiles.patience(address.detection()).toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("it could not be written anew", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it was written anew", e);
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

    /** The bytes of a slot, or null if no head names its place any more. */
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

    /** Removes long values that were written before that moment by a writer that never named them in a head. */
    void removeUnnamed(Instant moment) {
        values().writtenBefore(moment).forEach((scope, places) -> {
            if (!readHere(scope).head.places().containsAll(places)) {
                values().removeUnlessNamed(read(scope).head, places);
            }
        });
    }

    /** Removes the long values that are not needed after a result; where it is in doubt, those of both heads stay. */
    private Result cleared(Result result, Head before, Head next) {
        if (result instanceof Done) {
            values().removeUnless(next, before);
        } else if (result instanceof Lost) {
            values().removeUnless(before, next);
        }
        return result;
    }

    /** The last number of a scope that is removed becomes one that no other begins below. */
    Replacement remove(Found found, Draft draft) {
        try {
            Recovery.raise(serving.cache(), CacheKeys.FLOOR, draft.last());
            CompletableFuture<Boolean> removing =
                    serving.cache().removeAsync(CacheKeys.scope(found.head.scope()), found.bytes);
            Head nothing = Head.fresh(found.head.scope(), 0);
            return () -> cleared(result(removing, found.head, 0), found.head, nothing);
        } catch (CacheException | IllegalStateException e) {
            return () -> new Doubtful(e);
        }
    }

    private Result result(CompletableFuture<Boolean> writing, Head next, long stamp) {
        try {
            long patience = CacheFiles.patience(address.detection()).toNanos();
            boolean isWritten = writing.get(patience, TimeUnit.NANOSECONDS);
            boolean isDone = (isWritten && next.term() >= serving.term()) || stands(next.scope(), stamp);
            if (!isDone && !isWritten) {
                return new Lost();
            }
            return isDone && serving.member().hasMajority()
                    ? new Done()
                    : new Doubtful(new IllegalStateException("other nodes decide since it was written"));
        } catch (ExecutionException | TimeoutException | RuntimeException e) { // it was begun, whatever happened then
            serving.member().failed();
            return new Doubtful(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Doubtful(e);
        }
    }

    /**
     * A command that is repeated while nodes come or go may find its own work and say that it did nothing; and what was written
     * meanwhile must stand on those who are there now.
     */
    private boolean stands(Scope scope, long stamp) {
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
