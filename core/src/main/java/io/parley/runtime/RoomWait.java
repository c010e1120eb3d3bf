package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.session.Exchange;
import io.parley.session.MessageKind;
import io.parley.session.Stream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits where the session has no room for a message's chunk, or did not copy content that it was lent: until it has, the message
 * is over, or the session's content goes out too slowly ({@link ProgressWatchdog}): a peer that takes a few bytes now and then
 * keeps its session, but not the threads of this side. One thread at a time.
 */
final class RoomWait {
    /** A session that takes longer than that is held up by its peer, whom a writer need not wait for if there is room. */
    private static final long SLOW_MILLIS = 5;

    private final SessionDriver driver;
    private final Stream stream;
    private final Semaphore bell = new Semaphore(0);
    private final Runnable ring = this::ring;
    private volatile boolean stalled;

    RoomWait(SessionDriver driver, Stream stream) {
        this.driver = driver;
        this.stream = stream;
    }

    /**
     * Tries whenever the bell rings, and returns once the chunk was taken.
     *
     * @throws ParleyException {@code LIMIT}; {@code BUDGET} if there is no room and this thread must not wait, or too
     *     little went out for too long; {@code CANCELLED} if the thread was interrupted while it
     *     waited; the chunk is then still the caller's
     */
    void write(ByteBuf chunk, boolean last) {
        if (!ChannelThreads.mayWait()) {
            throw driver.noRoom(stream, chunk.readableBytes());
        }
        await(chunk.readableBytes(), () -> {
            if (driver.tryWrite(stream, null, chunk, last, ring)) {
                return true;
            }
            bell.acquire();
            return false;
        });
    }

    /**
     * Lends content to the session, and returns once all of it was copied, or nobody wants it, or the session is slow to copy so
     * little of it that it may wait in chunks. Whatever is thrown, it is the caller's alone again.
     *
     * @param answer begins with it, or null for a message that began
     * @return how much was not copied
     * @throws ParleyException as {@link #write} does
     */
    long lend(@Nullable MessageKind answer, long bytes, ObjIntConsumer<ByteBuf> from) {
        long[] left = new long[1];
        if (!inTurn(exchange -> isTakenAtOnce(exchange, answer, bytes, from))) {
            await(bytes, () -> {
                if (!inTurn(exchange -> exchange.borrows(stream))) {
                    return true;
                }
                if (!inTurn(exchange -> exchange.mayTakeBack(stream))) {
                    bell.acquire();
                } else if (!bell.tryAcquire(SLOW_MILLIS, TimeUnit.MILLISECONDS)) {
                    left[0] = inTurn(exchange -> exchange.takeBack(stream));
                }
                return false;
            });
        }
        return left[0];
    }

    private boolean isTakenAtOnce(
            Exchange exchange, @Nullable MessageKind answer, long bytes, ObjIntConsumer<ByteBuf> from) {
        if (answer != null) {
            exchange.beginAnswer(stream, answer);
        }
        exchange.lend(stream, bytes, from, ring);
        return !exchange.borrows(stream);
    }

    private <T> T inTurn(Function<Exchange, T> question) {
        return driver.lock().get(() -> question.apply(driver.exchange()));
    }

    private void await(long bytes, Attempt attempt) {
        WorkerPool.Lane lane = WorkerPool.beginWaiting(WorkerPool.Wait.ROOM);
        long begun = driver.services().timers.nanoTime();
        ProgressWatchdog stall = new ProgressWatchdog(
                driver.services(),
                () -> inTurn(Exchange::contentOut),
                driver.services().timers::nanoTime,
                this::onStalled);
        try {
            while (!attempt.isLast()) {
                if (stalled) {
                    throw driver.noRoom(stream, bytes);
                }
                bell.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ParleyException why = driver.noRoom(stream, bytes);
            throw new ParleyException(ErrorCode.CANCELLED, "interrupted: " + why.text(), e);
        } finally {
            stall.over();
            if (lane != null) {
                lane.endWaiting(WorkerPool.Wait.ROOM);
            }
            driver.services().waits.increment();
            driver.services().waitedNanos.add(driver.services().timers.nanoTime() - begun);
        }
    }

    /** Looks whether the wait is over, and else waits for the bell. */
    private interface Attempt {
        boolean isLast() throws InterruptedException;
    }

    private void onStalled() {
        stalled = true;
        driver.services().events.stalls.increment();
        ring();
    }

    private void ring() {
        if (bell.availablePermits() == 0) {
            bell.release();
        }
    }
}
