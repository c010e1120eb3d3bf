package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.RecvByteBufAllocator;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes bytes from a container's socket on the threads that it tells of them, one at a time, and hands them to the event loop. What
 * waits there is bounded: then bytes are left with the container, and no thread of it is held.
 */
@SuppressWarnings("deprecation") // Netty marks the type of the handle, and offers no other
final class ContainerReading implements Runnable {
    /** Bytes that wait for the event loop at which no more are taken, and at which more are again. */
    private static final long MOST_WAITING = 1024 * 1024;

    private static final long FEW_WAITING = 256 * 1024;
    /** Buffers in a row before other connections of the loop have their turn. */
    private static final int IN_A_ROW = 16;

    private final ContainerChannel channel;
    private final ContainerSocket socket;
    private final Queue<ByteBuf> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicBoolean handingScheduled = new AtomicBoolean();
    private volatile boolean started;
    /** Bytes were left with the container. */
    private volatile boolean paused;
    /** Nothing more comes behind what waits. */
    private volatile boolean ended;

    private volatile @Nullable Throwable failure;
    /** Of whichever thread reads. */
    private RecvByteBufAllocator.@Nullable Handle sizes;

    ContainerReading(ContainerChannel channel, ContainerSocket socket) {
        this.channel = channel;
        this.socket = socket;
    }

    /** Reads all that is there, or that may wait. A thread that comes while another reads leaves it to that one. */
    @Override
    public void run() {
        if (rounds.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            readAll();
            seen = rounds.addAndGet(-seen);
        } while (seen != 0);
    }

    private void readAll() {
        RecvByteBufAllocator.Handle guess = sizes();
        guess.reset(channel.config());
        readWith(guess);
        guess.readComplete();
    }

    private void readWith(RecvByteBufAllocator.Handle guess) {
        while (!ended && !channel.isOver()) {
            if (!mayRead()) {
                paused = true;
                // Looked at again: room that was made in between is seen here, or the loop sees that there is a pause.
                if (!mayRead()) {
                    return;
                }
                paused = false;
            }
            if (!readOnce(guess)) {
                return;
            }
        }
    }

    private boolean mayRead() {
        return started && channel.config().isAutoRead() && waiting.get() < MOST_WAITING;
    }

    private RecvByteBufAllocator.Handle sizes() {
        RecvByteBufAllocator.Handle made = sizes;
        if (made == null) {
            made = channel.config()
                    .<RecvByteBufAllocator>getRecvByteBufAllocator()
                    .newHandle();
            sizes = made;
        }
        return made;
    }

    private boolean readOnce(RecvByteBufAllocator.Handle guess) {
        int size = guess.guess();
        ByteBuf bytes = channel.alloc().heapBuffer(size, size);
        try {
            int read = socket.read(bytes);
            guess.attemptedBytesRead(size);
            guess.lastBytesRead(Math.max(0, read));
            if (read > 0) {
                waiting.addAndGet(read);
                arrived.add(bytes);
                scheduleHanding();
                return true;
            }
            bytes.release();
            if (read < 0) {
                end(null);
            }
        } catch (IOException | RuntimeException e) {
            bytes.release();
            end(e);
        }
        return false;
    }

    /** Nothing more comes. Any thread. */
    void end(@Nullable Throwable why) {
        if (why != null) {
            failure = why;
        }
        ended = true;
        scheduleHanding();
    }

    void start() {
        started = true;
        wanted();
    }

    /** The event loop takes more. */
    void wanted() {
        if (paused && waiting.get() <= FEW_WAITING && channel.config().isAutoRead()) {
            paused = false;
            socket.resume(this);
        }
        if (ended || !arrived.isEmpty()) {
            scheduleHanding();
        }
    }

    /** What waits is dropped, and what comes. */
    void stop() {
        for (ByteBuf bytes = arrived.poll(); bytes != null; bytes = arrived.poll()) {
            waiting.addAndGet(-bytes.readableBytes());
            bytes.release();
        }
    }

    private void scheduleHanding() {
        if (channel.isRegistered() && handingScheduled.compareAndSet(false, true)) {
            channel.eventLoop().execute(this::hand);
        }
    }

    private void hand() {
        handingScheduled.set(false);
        if (channel.isOver()) {
            stop();
            return;
        }
        if (!started) {
            return;
        }
        int handed = 0;
        while (handed < IN_A_ROW && channel.config().isAutoRead()) {
            ByteBuf bytes = arrived.poll();
            if (bytes == null) {
                break;
            }
            waiting.addAndGet(-bytes.readableBytes());
            handed++;
            channel.pipeline().fireChannelRead(bytes);
        }
        if (handed > 0) {
            channel.pipeline().fireChannelReadComplete();
        }
        if (ended && arrived.isEmpty() && !channel.isOver()) {
            finish();
        } else if (!channel.isOver()) {
            wanted();
        }
    }

    private void finish() {
        Throwable why = failure;
        if (why != null) {
            channel.pipeline().fireExceptionCaught(why);
        }
        channel.closeBehind();
    }
}
