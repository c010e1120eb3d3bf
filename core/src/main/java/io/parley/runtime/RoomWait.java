package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.session.Stream;
import java.util.concurrent.Semaphore;

/**
 * Waits where the session has no room for a message's chunk: until there is room, the message is over, or the session's
 * content goes out too slowly ({@link Stall}): a peer that takes a few bytes now and then keeps its session, but not the
 * threads of this side. One thread at a time.
 */
final class RoomWait {
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
        WorkerPool.Lane lane = WorkerPool.beginWaiting(WorkerPool.Wait.ROOM);
        long begun = link.services().timers.nanoTime();
        Stall stall =
                new Stall(link.services(), streams::contentOut, link.services().timers::nanoTime, this::onStalled);
        try {
            while (!streams.tryWrite(stream, chunk, last, ring)) {
                if (stalled) {
                    throw streams.noRoom(stream, chunk.readableBytes());
                }
                bell.acquire();
                bell.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ParleyException why = streams.noRoom(stream, chunk.readableBytes());
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

    private void onStalled() {
        stalled = true;
        link.services().events.stalls.increment();
        ring();
    }

    private void ring() {
        if (bell.availablePermits() == 0) {
            bell.release();
        }
    }
}
