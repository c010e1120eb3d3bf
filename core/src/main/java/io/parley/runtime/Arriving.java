package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.ContentFeed;
import io.parley.session.IncomingSide;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import io.parley.session.Stream;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message that is read while it comes (docs/protocol/framing.md, 6.1). Who reads waits for more of it,
 * at most until it is whole or fails. Read by one thread at a time.
 */
final class Arriving implements ContentFeed {
    private final SessionDriver driver;
    private final SessionLock lock;
    private final Stream stream;
    private final Received content;
    private final Condition arrival;
    private final Runnable onWhole;

    /** Guarded by the session's lock, as are those that have to do with waiting. */
    private boolean over;

    private long waited;
    private long waitsSince;
    private boolean waits;

    private @Nullable ProgressWatchdog stall;
    /** Whether all came and was taken; belongs to the reader's thread. */
    private boolean drained;

    /** @param onWhole runs once, within a turn, when all came or nothing more will */
    Arriving(SessionDriver driver, Received content, Runnable onWhole) {
        this.driver = driver;
        this.lock = driver.lock();
        this.stream = content.stream();
        this.content = content;
        this.arrival = lock.newCondition();
        this.onWhole = onWhole;
        content.attach(this);
    }

    /** Handles new content or the end. Within a turn. */
    void onArrival() {
        if (waits && (isSettled() || !content.isPlacing())) {
            arrival.signal();
        }
        if (isSettled() && !over) {
            over = true;
            if (stall != null) {
                stall.over();
            }
            onWhole.run();
        }
    }

    @Override
    public @Nullable ByteBuf next() {
        ByteBuf next = poll();
        while (next == null && !drained) {
            await(() -> isSettled() || content.isReadable());
            next = poll();
        }
        return next;
    }

    /** Places a long value: its reader waits once until all of it came, not for each fragment of it. */
    @Override
    public long place(long bytes, ObjIntConsumer<ByteBuf> into) {
        lock.enter();
        try {
            if (content.isReadable() || isSettled()) {
                return 0;
            }
            content.place(bytes, into);
        } finally {
            lock.leave();
        }
        long placed;
        try {
            await(() -> isSettled() || !content.isPlacing());
        } finally {
            placed = endPlacing();
        }
        return placed;
    }

    private long endPlacing() {
        return lock.get(() -> content.endPlacing());
    }

    @Override
    public long length(long wanted) {
        if (!knows(wanted)) {
            // Who waits for what is declared reads nothing meanwhile, and must not hold up its sender.
            lock.run(() -> driver.exchange().store(stream, content));
            await(() -> isSettled() || content.declared() >= wanted);
            lock.run(() -> driver.exchange().readAsItComes(stream));
        }
        isWhole(); // or throws
        return declared();
    }

    /** Waits until all of it came; throws what keeps it from coming. */
    void awaitWhole() {
        if (!isWhole()) {
            lock.run(() -> driver.exchange().store(stream, content));
            await(this::isSettled);
            isWhole();
        }
    }

    /** The side streams that the message announced at its end, which is waited for. */
    List<IncomingSide> awaitSides() {
        awaitWhole();
        return sides();
    }

    /** Returns the side streams known by now. */
    List<IncomingSide> sides() {
        return lock.get(() -> content.sides());
    }

    /** Drops the unread rest. */
    @Override
    public void close() {
        lock.run(() -> driver.exchange().drop(stream, content));
    }

    /** Waits until all of it came and was dropped, or nothing more will come. */
    void awaitDropped() {
        close();
        await(this::isSettled);
    }

    /** Closes the message; its sender is informed if it still sends, unless the answer does that. */
    void end() {
        close();
        if (content.kind() != MessageKind.REQUEST && !isOver()) {
            driver.abort(stream, ErrorCode.CANCELLED, "message on " + stream + " was closed before its end");
        }
    }

    /** Returns whether nothing more will come. */
    boolean isOver() {
        return lock.get(() -> isSettled());
    }

    /** Returns whether its sender began it anew. */
    boolean isRenewed() {
        return lock.get(() -> content.isRenewed());
    }

    /**
     * Returns the next content; if there is none, determines in the same turn whether the message is at its end, or
     * throws the error that keeps the rest.
     */
    private @Nullable ByteBuf poll() {
        lock.enter();
        try {
            ByteBuf next = driver.exchange().read(stream, content);
            if (next == null) {
                throwIfFailed();
                drained = content.hasEnded();
            }
            return next;
        } finally {
            lock.leave();
        }
    }

    private boolean knows(long wanted) {
        return isOver() || declared() >= wanted;
    }

    private long declared() {
        return lock.get(() -> content.declared());
    }

    /** Returns whether all of it came; throws the error that keeps it from coming. */
    private boolean isWhole() {
        lock.enter();
        try {
            throwIfFailed();
            return content.hasEnded();
        } finally {
            lock.leave();
        }
    }

    private void throwIfFailed() {
        ParleyException why = content.failure();
        if (why != null) {
            throw why;
        }
    }

    private boolean isSettled() {
        return content.hasEnded() || content.failure() != null;
    }

    private void await(BooleanSupplier done) {
        if (!ChannelThreads.mayWait()) {
            throw new IllegalStateException("a message that still arrives cannot be read on a channel's thread");
        }
        lock.enter();
        try {
            waits = true;
            waitsSince = now();
            while (!done.getAsBoolean()) {
                watch();
                arrival.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParleyException(ErrorCode.CANCELLED, "interrupted while waiting for the rest of a message", e);
        } finally {
            waited += now() - waitsSince;
            waits = false;
            lock.leave();
        }
    }

    /** A caller has a time for its answer; a worker that reads what others send must not wait for ever. */
    private void watch() {
        if (stall == null && !content.kind().isAnswer()) {
            stall = new ProgressWatchdog(driver.services(), this::came, this::waited, this::onStalled);
        }
    }

    private long came() {
        return lock.get(() -> content.length());
    }

    private long waited() {
        return lock.get(() -> waits ? waited + now() - waitsSince : waited);
    }

    private void onStalled() {
        String text = "message on " + stream + ": expected at least " + ProgressWatchdog.least(driver.services())
                + " more bytes of it within " + driver.services().limits.get(Limit.STALL_MILLIS)
                + " ms, found fewer; the settings are " + Limit.STALL_MILLIS.setting() + " and "
                + Limit.FRAME_RATE.setting();
        driver.abort(stream, ErrorCode.TIMEOUT, text);
    }

    private long now() {
        return driver.services().timers.nanoTime();
    }
}
