package io.parley.channel.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.ConnectionHandler;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events to a connection's handler: one at a time, in order, and none after the close. The thread that brings
 * frames delivers them. Events that a handler's own call may cause are delivered by threads of this package, so that a
 * handler is never re-entered.
 */
final class Delivery {
    /** A frame that is sliced from a body retains at most this many times its own size; shorter frames are copied. */
    private static final int SHARE = 4;

    private static final Executor EXECUTOR = DaemonThreads.pool("parley-http-");

    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock, as are the fields below; null until it is set. */
    private @Nullable ConnectionHandler handler;

    private boolean over;
    private boolean refused;
    private volatile boolean stopped;

    /** Sets the handler; events that occur while the supplier creates it are delivered afterwards. */
    void start(Supplier<ConnectionHandler> supplier) {
        lock.lock();
        try {
            handler = supplier.get();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the executor for work that must not run on the thread that caused it. */
    static Executor executor() {
        return EXECUTOR;
    }

    /** Delivers the frames of a body, and releases it. */
    void frames(ByteBuf body) {
        lock.lock();
        try {
            boolean delivered = false;
            while (isOpen() && body.isReadable() && deliverFrame(body)) {
                delivered = true;
            }
            if (delivered && isOpen()) {
                handler().onReadComplete();
            }
        } finally {
            lock.unlock();
            body.release();
        }
    }

    /** Drops all further frames, because this side closed the connection. */
    void stop() {
        stopped = true;
    }

    void writable() {
        EXECUTOR.execute(() -> {
            lock.lock();
            try {
                if (isOpen()) {
                    handler().onWritable();
                }
            } finally {
                lock.unlock();
            }
        });
    }

    void closed(@Nullable Throwable cause) {
        EXECUTOR.execute(() -> {
            lock.lock();
            try {
                if (!over) {
                    over = true;
                    handler().onClosed(cause);
                }
            } finally {
                lock.unlock();
            }
        });
    }

    private ConnectionHandler handler() {
        return Objects.requireNonNull(handler, "no handler yet");
    }

    private boolean isOpen() {
        return !over && !refused && !stopped;
    }

    /**
     * Delivers the next frame of a body; returns false if the body is malformed. A short frame is copied, because its
     * handler may retain it for long and a slice would keep the whole body.
     */
    private boolean deliverFrame(ByteBuf body) {
        ConnectionHandler to = handler();
        int length;
        try {
            length = to.frameLength(body);
            if (length == 0 || length > body.readableBytes()) {
                throw new ParleyException(
                        ErrorCode.MALFORMED_FRAME,
                        "http body: expected whole frames, found one that ends behind the body's end");
            }
        } catch (ParleyException e) {
            refused = true;
            to.onRefused(e);
            return false;
        }
        to.onFrame(
                body.capacity() / SHARE <= length
                        ? body.readRetainedSlice(length)
                        : ByteBufAllocator.DEFAULT.buffer(length).writeBytes(body, length));
        return true;
    }
}
