package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.session.Stream;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * Hands a message's chunks to the session, and waits where it has no room for one: until there is room, the message is
 * over, or less than a fragment of the session's content went out within {@code stall-millis}: a peer that takes a few
 * bytes now and then keeps its session, but not the threads of this side. One thread at a time.
 */
final class ChunkWriter {
    private final Link link;
    private final Stream stream;
    private final Semaphore bell = new Semaphore(0);
    private final Runnable ring = this::ring;
    private volatile boolean stalled;

    ChunkWriter(Link link, Stream stream) {
        this.link = link;
        this.stream = stream;
    }

    /**
     * Owns the chunk.
     *
     * @throws ParleyException {@code LIMIT}; {@code BUDGET} if there is no room and this thread must not wait, too many
     *     workers do, or too little went out for too long; {@code CANCELLED} if the thread was interrupted while it
     *     waited
     */
    @HotPath
    void write(ByteBuf chunk, boolean last) {
        boolean taken = false;
        try {
            taken = link.tryWrite(stream, chunk, last, ring) || await(chunk, last);
        } finally {
            if (!taken) {
                chunk.release();
            }
        }
    }

    /** Tries whenever the bell rings; true once the chunk was taken. */
    private boolean await(ByteBuf chunk, boolean last) {
        if (!ChannelThreads.mayWait() || !HandlerPool.beginWaiting()) {
            throw link.noRoom(stream, chunk.readableBytes());
        }
        Stall stall = new Stall(link.contentOut());
        try {
            do {
                bell.acquire();
                bell.drainPermits();
                if (link.tryWrite(stream, chunk, last, ring)) {
                    return true;
                }
            } while (!stalled);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ParleyException why = link.noRoom(stream, chunk.readableBytes());
            throw new ParleyException(ErrorCode.CANCELLED, "interrupted: " + why.text(), e);
        } finally {
            stall.over();
            HandlerPool.endWaiting();
        }
        throw link.noRoom(stream, chunk.readableBytes());
    }

    private void ring() {
        if (bell.availablePermits() == 0) {
            bell.release();
        }
    }

    /** Looks whether the session goes on while its writer waits. */
    private final class Stall {
        private final Duration limit = Duration.ofMillis(link.services().limits.get(Limit.STALL_MILLIS));
        /** Guarded by this, as are all below. */
        private long seen;

        private boolean over;
        private Timers.Timer timer;

        Stall(long seen) {
            this.seen = seen;
            this.timer = schedule();
        }

        private Timers.Timer schedule() {
            return link.services().timers.schedule(this::look, limit);
        }

        private void look() {
            long now = link.contentOut();
            synchronized (this) {
                if (over) {
                    return;
                }
                if (now - seen >= link.fragmentBytes()) {
                    seen = now;
                    timer = schedule();
                    return;
                }
            }
            stalled = true;
            ring();
        }

        synchronized void over() {
            over = true;
            timer.cancel();
        }
    }
}
