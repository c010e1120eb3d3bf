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
 * Blocks a writer until the session has capacity for its chunk or has copied its lent content, the message has ended,
 * or the session sends too slowly ({@link ProgressWatchdog}): a peer that reads only a few bytes at a time keeps its
 * session, but not this side's threads. Confined to one thread at a time.
 */
final class RoomWait {
    /**
     * Time in milliseconds after which the session counts as delayed by its peer; the writer then takes back lent
     * content that fits into the queue.
     */
    private static final long SLOW_MILLIS = 5;

    private final SessionDriver driver;
    private final Stream stream;
    private final Semaphore permits = new Semaphore(0);
    private final Runnable wake = this::wake;
    private volatile boolean stalled;

    RoomWait(SessionDriver driver, Stream stream) {
        this.driver = driver;
        this.stream = stream;
    }

    /**
     * Writes a chunk, trying again whenever the callback is run.
     *
     * @throws ParleyException {@code LIMIT}; {@code BUDGET} if there is no capacity and this thread must not wait, or
     *     too little was sent for too long; {@code CANCELLED} if the thread was interrupted while it waited. The caller
     *     then still owns the chunk
     */
    void write(ByteBuf chunk, boolean last) {
        if (!ChannelThreads.mayWait()) {
            throw driver.noRoom(stream, chunk.readableBytes());
        }
        await(chunk.readableBytes(), () -> {
            if (driver.tryWrite(stream, null, chunk, last, wake)) {
                return true;
            }
            permits.acquire();
            return false;
        });
    }

    /**
     * Lends content to the session. Returns once all of it was copied, the message has ended, or the rest is small
     * enough to be queued and the session is slow to copy it. Also after an exception, the content is the caller's
     * again.
     *
     * @param answer kind of the response that it starts; null for a message that has started
     * @return number of bytes that were not copied
     * @throws ParleyException like {@link #write}
     */
    long lend(@Nullable MessageKind answer, long bytes, ObjIntConsumer<ByteBuf> from) {
        long[] left = new long[1];
        if (!locked(exchange -> isTakenAtOnce(exchange, answer, bytes, from))) {
            await(bytes, () -> {
                if (!locked(exchange -> exchange.borrows(stream))) {
                    return true;
                }
                if (!locked(exchange -> exchange.mayTakeBack(stream))) {
                    permits.acquire();
                } else if (!permits.tryAcquire(SLOW_MILLIS, TimeUnit.MILLISECONDS)) {
                    left[0] = locked(exchange -> exchange.takeBack(stream));
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
        exchange.lend(stream, bytes, from, wake);
        return !exchange.borrows(stream);
    }

    private <T> T locked(Function<Exchange, T> question) {
        return driver.lock().get(() -> question.apply(driver.exchange()));
    }

    private void await(long bytes, Attempt attempt) {
        WorkerPool.Lane lane = WorkerPool.beginWaiting(WorkerPool.Wait.ROOM);
        long begun = driver.services().timers.nanoTime();
        ProgressWatchdog stall = ProgressWatchdog.start(
                driver.services(),
                () -> locked(Exchange::contentOut),
                driver.services().timers::nanoTime,
                this::onStalled);
        try {
            while (!attempt.isLast()) {
                if (stalled) {
                    throw driver.noRoom(stream, bytes);
                }
                permits.drainPermits();
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

    /** An attempt: returns true if the wait is over, and otherwise waits for the next callback. */
    private interface Attempt {
        boolean isLast() throws InterruptedException;
    }

    private void onStalled() {
        stalled = true;
        driver.services().events.stalls.increment();
        wake();
    }

    private void wake() {
        if (permits.availablePermits() == 0) {
            permits.release();
        }
    }
}
