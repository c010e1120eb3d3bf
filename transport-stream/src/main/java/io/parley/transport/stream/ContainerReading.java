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
 * Reads bytes from a container's socket on the threads that signal them, one at a time, and hands them to the event
 * loop. The queue in between is bounded: when it is full, bytes stay with the container, and none of its threads is
 * blocked.
 */
@SuppressWarnings("deprecation") // Netty marks the type of the handle, and offers no other
final class ContainerReading implements Runnable {
    /** Bytes queued for the event loop at which reading pauses, and at which it resumes. */
    private static final long MAX_QUEUED = 1024 * 1024;

    private static final long RESUME_QUEUED = 256 * 1024;
    /** Buffers handed on in a row before other connections of the loop have their turn. */
    private static final int IN_A_ROW = 16;

    private final ContainerChannel channel;
    private final ContainerSocket socket;
    private final Queue<ByteBuf> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicBoolean drainScheduled = new AtomicBoolean();
    private volatile boolean started;
    /** True while bytes are left with the container. */
    private volatile boolean paused;
    /** True once no bytes follow those in the queue. */
    private volatile boolean ended;

    private volatile @Nullable Throwable failure;
    /** Used by one thread at a time, the one that reads. */
    private RecvByteBufAllocator.@Nullable Handle sizes;

    ContainerReading(ContainerChannel channel, ContainerSocket socket) {
        this.channel = channel;
        this.socket = socket;
    }

    /**
     * Reads until the socket is empty or the queue is full. A thread that arrives while another reads leaves the work
     * to that one.
     */
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
        while (!ended && !channel.isClosed()) {
            if (!mayRead()) {
                paused = true;
                // Checked again: room made in between is either seen here, or the event loop sees the pause.
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
        return started && channel.config().isAutoRead() && waiting.get() < MAX_QUEUED;
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
                scheduleDrain();
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

    /** Records the end of input. Any thread. */
    void end(@Nullable Throwable why) {
        if (why != null) {
            failure = why;
        }
        ended = true;
        scheduleDrain();
    }

    void start() {
        started = true;
        resume();
    }

    /** Resumes reading when the event loop takes more. */
    void resume() {
        if (paused && waiting.get() <= RESUME_QUEUED && channel.config().isAutoRead()) {
            paused = false;
            socket.resume(this);
        }
        if (ended || !arrived.isEmpty()) {
            scheduleDrain();
        }
    }

    /** Drops queued bytes and those that still arrive. */
    void stop() {
        for (ByteBuf bytes = arrived.poll(); bytes != null; bytes = arrived.poll()) {
            waiting.addAndGet(-bytes.readableBytes());
            bytes.release();
        }
    }

    private void scheduleDrain() {
        if (channel.isRegistered() && drainScheduled.compareAndSet(false, true)) {
            channel.eventLoop().execute(this::drainQueue);
        }
    }

    private void drainQueue() {
        drainScheduled.set(false);
        if (channel.isClosed()) {
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
        if (ended && arrived.isEmpty() && !channel.isClosed()) {
            finish();
        } else if (!channel.isClosed()) {
            resume();
        }
    }

    private void finish() {
        Throwable why = failure;
        if (why != null) {
            channel.pipeline().fireExceptionCaught(why);
        }
        channel.closeAtEndOfInput();
    }
}
