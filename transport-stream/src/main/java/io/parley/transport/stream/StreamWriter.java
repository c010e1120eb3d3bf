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
 * Queues frames and batches them into writes (the HHFR paper, section 4.3). Any thread may queue; the event loop moves
 * all queued frames to the socket's buffer and flushes once, so that many small frames share a system call. On the loop
 * itself, a flush during a read is deferred to the end of that read, so that the responses to all of its frames go out
 * together.
 *
 * <p>Queued bytes are bounded by two marks, one for this queue and one for the socket's buffer; a sender that checks
 * {@link #isWritable} before each frame exceeds their sum by at most one frame.
 */
final class StreamWriter {
    /** Queued bytes from which on the connection is not writable. */
    private static final long QUEUE_MARK = 1024 * 1024;
    /** Low and high mark of the socket's buffer, in bytes. */
    static final WriteBufferWaterMark SOCKET_MARKS = new WriteBufferWaterMark(256 * 1024, 768 * 1024);
    /** Refills of the socket's buffer before other connections of the loop have their turn. */
    private static final int FILLS = 16;

    private final Channel channel;
    /** Pending frames; guarded by itself, as is the number of their bytes. Senders are serialized anyway. */
    private final ArrayDeque<ByteBuf> queue = new ArrayDeque<>();

    private long mark = QUEUE_MARK;
    private volatile long queuedBytes;
    private final AtomicBoolean drainScheduled = new AtomicBoolean();
    private final Runnable scheduledDrain = this::runScheduledDrain;
    private @Nullable ConnectionHandler handler;
    private volatile boolean stopped;
    private volatile boolean discarding;
    /**
     * Set by a sender that found the connection not writable, cleared when the handler is notified that it is again.
     */
    private volatile boolean awaited;

    private boolean draining;

    StreamWriter(Channel channel) {
        this.channel = channel;
    }

    /** Sets the number of queued bytes from which on the connection is not writable. Before the first frame. */
    void setMark(long bytes) {
        mark = bytes;
    }

    /** Sets the handler to notify when more can be queued. Before the first frame. */
    void setHandler(ConnectionHandler newHandler) {
        handler = newHandler;
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
        // Set before the second check: room made in between is either seen here or reported to the handler.
        awaited = true;
        flush();
        return hasRoom();
    }

    /** Accepts no more frames. Queued frames are still sent. */
    void stop() {
        stopped = true;
    }

    /** Moves queued frames to the socket, as far as there is room. On the event loop. */
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
        notifyIfWritable();
    }

    /** Sends all queued frames, regardless of room. On the event loop. */
    ChannelFuture drainAll() {
        fill(true);
        return channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
    }

    /** Drops all queued frames, and those that are still queued by a concurrent sender. */
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

    private void notifyIfWritable() {
        ConnectionHandler waiting = handler;
        if (awaited && waiting != null && !stopped && hasRoom()) {
            awaited = false;
            waiting.onWritable();
        }
    }

    private boolean hasRoom() {
        // A QUIC stream that was closed still reports that it is writable.
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
