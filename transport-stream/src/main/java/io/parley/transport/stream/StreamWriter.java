package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.WriteBufferWaterMark;
import io.parley.HotPath;
import io.parley.channel.ConnectionHandler;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Queues frames and batches them into writes (the HHFR paper, 4.3). Any thread queues; the event loop moves all that is
 * queued into the socket's buffer and flushes once, so that many small frames share a system call. On the loop itself a
 * flush during a read waits for the end of that read, where the answers to all of its frames go out together.
 *
 * <p>What waits is bounded by two marks, one for this queue and one for the socket's buffer; a sender that looks at
 * {@link #isWritable} before each frame never exceeds their sum by more than its frame.
 */
final class StreamWriter {
    /** Bytes queued here from which on the connection is not writable. */
    private static final long QUEUE_MARK = 1024 * 1024;
    /** Bytes in the socket's buffer at which it takes no more, and at which it takes more again. */
    static final WriteBufferWaterMark SOCKET_MARKS = new WriteBufferWaterMark(256 * 1024, 768 * 1024);
    /** Fills of the socket's buffer before other connections of the loop have their turn. */
    private static final int FILLS = 16;

    private final Channel channel;
    /**
     * Waiting frames; guarded by itself, as is the number of their bytes. Frames are put there one after the other
     * anyway.
     */
    private final ArrayDeque<ByteBuf> queue = new ArrayDeque<>();

    private volatile long mark = QUEUE_MARK;
    private volatile long queuedBytes;
    private final AtomicBoolean drainScheduled = new AtomicBoolean();
    private final Runnable scheduledDrain = this::runScheduledDrain;
    private @Nullable ConnectionHandler handler;
    private volatile boolean stopped;
    private volatile boolean discarding;
    /** Set by a sender that found it not writable, cleared when the handler is notified that it is again. */
    private volatile boolean awaited;

    private boolean draining;

    StreamWriter(Channel channel) {
        this.channel = channel;
    }

    /** Takes less than others do. */
    void narrow(long bytes) {
        mark = bytes;
    }

    /** The handler to tell when more may be queued again. Before the first frame. */
    void tell(ConnectionHandler toTell) {
        handler = toTell;
    }

    @HotPath
    void send(ByteBuf frame) {
        if (stopped) {
            frame.release();
            return;
        }
        put(frame);
        if (discarding) {
            releaseQueue();
        }
    }

    void flush() {
        if (!channel.isOpen()) {
            return;
        }
        if (drainScheduled.compareAndSet(false, true)) {
            channel.eventLoop().execute(scheduledDrain);
        }
    }

    boolean isWritable() {
        if (hasRoom()) {
            return true;
        }
        // Said before looking again: room made in between is then either seen here or told to the handler.
        awaited = true;
        flush();
        return hasRoom();
    }

    /** Takes no more frames. What is queued is still sent. */
    void stop() {
        stopped = true;
    }

    /** Moves the queue into the socket, as far as there is room. On the event loop. */
    void drain() {
        if (draining) {
            return;
        }
        draining = true;
        try {
            int fills = 0;
            while (fill(false)) {
                channel.flush();
                if (++fills == FILLS) {
                    flush();
                    break;
                }
            }
        } finally {
            draining = false;
        }
        tellRoom();
    }

    /** Sends all that is queued, however much. On the event loop. */
    ChannelFuture drainAll() {
        fill(true);
        return channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
    }

    /** Drops what is queued and what may still be. */
    void discard() {
        stopped = true;
        discarding = true;
        releaseQueue();
    }

    private void runScheduledDrain() {
        drainScheduled.set(false);
        drain();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a failed write reaches the reader's exceptionCaught
    private boolean fill(boolean all) {
        boolean moved = false;
        while (all || channel.isWritable()) {
            ByteBuf frame = poll();
            if (frame == null) {
                break;
            }
            channel.write(frame, channel.voidPromise());
            moved = true;
        }
        return moved;
    }

    private void tellRoom() {
        ConnectionHandler waiting = handler;
        if (awaited && waiting != null && !stopped && hasRoom()) {
            awaited = false;
            waiting.onWritable();
        }
    }

    private boolean hasRoom() {
        // A stream of QUIC that was closed goes on saying that it is writable.
        return queuedBytes < mark && channel.isWritable() && channel.isOpen();
    }

    private void releaseQueue() {
        for (ByteBuf frame = poll(); frame != null; frame = poll()) {
            frame.release();
        }
    }

    @HotPath
    private void put(ByteBuf frame) {
        synchronized (queue) {
            queue.add(frame);
            queuedBytes += frame.readableBytes();
        }
    }

    @HotPath
    private @Nullable ByteBuf poll() {
        synchronized (queue) {
            ByteBuf frame = queue.poll();
            if (frame != null) {
                queuedBytes -= frame.readableBytes();
            }
            return frame;
        }
    }
}
