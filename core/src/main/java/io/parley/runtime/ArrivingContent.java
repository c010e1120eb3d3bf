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
 * The content of a message that is read while it arrives (docs/protocol/framing.md, section 6.1). A reader blocks for
 * more content, at most until the message is complete or fails. Confined to one reader thread at a time.
 */
final class ArrivingContent implements ContentFeed {
    private final SessionDriver driver;
    private final SessionLock lock;
    private final Stream stream;
    private final Received content;
    private final Condition arrival;
    private final Runnable onWhole;

    /** Guarded by the session's lock, as are the fields about waiting. */
    private boolean over;

    private long waited;
    private long waitsSince;
    private boolean waits;

    private @Nullable ProgressWatchdog stall;
    /** True once all content was received and read; confined to the reader's thread. */
    private boolean drained;

    /**
     * Creates the content and attaches it to its message.
     *
     * @param onWhole called once, with the session locked, when the message is complete or has failed
     */
    ArrivingContent(SessionDriver driver, Received content, Runnable onWhole) {
        this.driver = driver;
        this.lock = driver.lock();
        this.stream = content.stream();
        this.content = content;
        this.arrival = lock.newCondition();
        this.onWhole = onWhole;
        content.attach(this);
    }

    /** Handles new content or the end. Called with the session locked. */
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

    /**
     * Reads a long value directly into its destination: the reader waits once for all of it instead of for each
     * fragment.
     */
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
            // The reader consumes nothing while it waits for the declared length, and must not block its sender.
            lock.run(() -> driver.exchange().store(stream, content));
            await(() -> isSettled() || content.declared() >= wanted);
            lock.run(() -> driver.exchange().readAsItComes(stream));
        }
        isWhole(); // Throws if the message failed.
        return declared();
    }

    /** Waits until the message is complete; throws the error because of which it will not be. */
    void awaitWhole() {
        if (!isWhole()) {
            lock.run(() -> driver.exchange().store(stream, content));
            await(this::isSettled);
            isWhole();
        }
    }

    /** Waits for the message's end and returns the side streams that it announced. */
    List<IncomingSide> awaitSides() {
        awaitWhole();
        return sides();
    }

    /** Returns the side streams known so far. */
    List<IncomingSide> sides() {
        return lock.get(() -> content.sides());
    }

    /** Drops the unread rest. */
    @Override
    public void close() {
        lock.run(() -> driver.exchange().drop(stream, content));
    }

    /** Drops the rest and waits until the message is complete or has failed. */
    void awaitDropped() {
        close();
        await(this::isSettled);
    }

    /** Closes the message. A sender that has not finished is informed, unless the response implies it. */
    void end() {
        close();
        if (content.kind() != MessageKind.REQUEST && !isOver()) {
            driver.abort(stream, ErrorCode.CANCELLED, "message on " + stream + " was closed before its end");
        }
    }

    /** Returns whether the message is complete or has failed. */
    boolean isOver() {
        return lock.get(() -> isSettled());
    }

    /** Returns whether the message failed because its sender restarted it. */
    boolean isRenewed() {
        return lock.get(() -> content.isRenewed());
    }

    /**
     * Returns the next content; null if there is none, which also determines whether the message is at its end. Throws
     * the error of a failed message.
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

    /** Returns whether the message is complete; throws its error if it failed. */
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

    /**
     * Starts a watchdog for a worker that reads a request or one-way message; a caller has the timeout of its call
     * instead.
     */
    private void watch() {
        if (stall == null && !content.kind().isAnswer()) {
            stall = ProgressWatchdog.start(driver.services(), this::receivedBytes, this::waited, this::onStalled);
        }
    }

    private long receivedBytes() {
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
