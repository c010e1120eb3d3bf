package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.session.Stream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjIntConsumer;

/**
 * Waits where the session has no room for a message's chunk, or did not copy content that it was lent: until it has, the message
 * is over, or the session's content goes out too slowly ({@link Stall}): a peer that takes a few bytes now and then keeps its
 * session, but not the threads of this side. One thread at a time.
 */
final class RoomWait {
    /** A session that takes longer than that is held up by its peer, whom a writer need not wait for if there is room. */
    private static final long SLOW_MILLIS = 5;

    private final Link link;
    private final Stream stream;
    private final Semaphore bell = new Semaphore(0);
    private final Runnable ring = this::ring;
    private volatile boolean stalled;

    RoomWait(Link link, Stream stream) {
        this.link = link;
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
        Streams streams = link.streams();
        if (!ChannelThreads.mayWait()) {
            throw streams.noRoom(stream, chunk.readableBytes());
        }
        await(chunk.readableBytes(), () -> {
            if (streams.tryWrite(stream, chunk, last, ring)) {
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
     * @return how much was not copied
     * @throws ParleyException as {@link #write} does
     */
    long lend(long bytes, ObjIntConsumer<ByteBuf> from) {
        Streams streams = link.streams();
        long[] left = new long[1];
        if (!streams.lend(stream, bytes, from, ring)) {
            await(bytes, () -> {
                if (!streams.borrows(stream)) {
                    return true;
                }
                if (!streams.mayTakeBack(stream)) {
                    bell.acquire();
                } else if (!bell.tryAcquire(SLOW_MILLIS, TimeUnit.MILLISECONDS)) {
                    left[0] = streams.takeBack(stream);
                }
                return false;
            });
        }
        return left[0];
    }

    private void await(long bytes, Attempt attempt) {
        Streams streams = link.streams();
        WorkerPool.Lane lane = WorkerPool.beginWaiting(WorkerPool.Wait.ROOM);
        long begun = link.services().timers.nanoTime();
        Stall stall =
                new Stall(link.services(), streams::contentOut, link.services().timers::nanoTime, this::onStalled);
        try {
            while (!attempt.isLast()) {
                if (stalled) {
                    throw streams.noRoom(stream, bytes);
                }
                bell.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ParleyException why = streams.noRoom(stream, bytes);
            throw new ParleyException(ErrorCode.CANCELLED, "interrupted: " + why.text(), e);
        } finally {
            stall.over();
            if (lane != null) {
                lane.endWaiting(WorkerPool.Wait.ROOM);
            }
            link.services().waits.increment();
            link.services().waitedNanos.add(link.services().timers.nanoTime() - begun);
        }
    }

    /** Looks whether the wait is over, and else waits for the bell. */
    private interface Attempt {
        boolean isLast() throws InterruptedException;
    }

    private void onStalled() {
        stalled = true;
        ring();
    }

    private void ring() {
        if (bell.availablePermits() == 0) {
            bell.release();
        }
    }
}
