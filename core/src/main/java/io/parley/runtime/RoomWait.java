package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.session.Stream;
import java.util.concurrent.Semaphore;

/**
 * Waits where the session has no room for a message's chunk: until there is room, the message is over, or the session's
 * content goes out too slowly ({@link ProgressWatchdog}): a peer that takes a few bytes now and then keeps its session, but not the
 * threads of this side. One thread at a time.
 */
final class RoomWait {
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
        WorkerPool.Lane lane = WorkerPool.beginWaiting(WorkerPool.Wait.ROOM);
        long begun = driver.services().timers.nanoTime();
        ProgressWatchdog stall = new ProgressWatchdog(
                driver.services(),
                () -> driver.lock().get(() -> driver.exchange().contentOut()),
                driver.services().timers::nanoTime,
                this::onStalled);
        try {
            while (!driver.tryWrite(stream, null, chunk, last, ring)) {
                if (stalled) {
                    throw driver.noRoom(stream, chunk.readableBytes());
                }
                bell.acquire();
                bell.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ParleyException why = driver.noRoom(stream, chunk.readableBytes());
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
