package io.parley.channel.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.ConnectionHandler;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Delivery of events to a connection's handler: by one thread at a time, in order, and none after the end. The thread
 * that brings frames delivers them; events that a handler's own call may cause come from threads of this package, so a
 * handler is never called within its own call.
 */
final class Delivery {
    /** A frame that is left where it is keeps at most this many times its own size. */
    private static final int SHARE = 4;

    private static final Executor EXECUTOR = DaemonThreads.pool("parley-http-");

    private final ConnectionHandler handler;
    private final ReentrantLock turn = new ReentrantLock();
    private boolean over;
    private boolean refused;
    private volatile boolean unwanted;

    Delivery(ConnectionHandler handler) {
        this.handler = handler;
    }

    /** Threads for what must not run where it was caused. */
    static Executor executor() {
        return EXECUTOR;
    }

    /** Whole frames; releases the body. */
    void frames(ByteBuf body) {
        turn.lock();
        try {
            boolean told = false;
            while (isHeard() && body.isReadable() && tellFrame(body)) {
                told = true;
            }
            if (told && isHeard()) {
                handler.onReadComplete();
            }
        } finally {
            turn.unlock();
            body.release();
        }
    }

    /** Drops the frames that still come: this side closed. */
    void stop() {
        unwanted = true;
    }

    void writable() {
        EXECUTOR.execute(() -> {
            turn.lock();
            try {
                if (isHeard()) {
                    handler.onWritable();
                }
            } finally {
                turn.unlock();
            }
        });
    }

    void closed(@Nullable Throwable cause) {
        EXECUTOR.execute(() -> {
            turn.lock();
            try {
                if (!over) {
                    over = true;
                    handler.onClosed(cause);
                }
            } finally {
                turn.unlock();
            }
        });
    }

    private boolean isHeard() {
        return !over && !refused && !unwanted;
    }

    /**
     * Delivers the next frame of a body; returns whether there was one. A short one is copied, since a handler may keep
     * it for long, and a body is not short.
     */
    private boolean tellFrame(ByteBuf body) {
        int length;
        try {
            length = handler.frameLength(body);
            if (length == 0 || length > body.readableBytes()) {
                throw new ParleyException(
                        ErrorCode.MALFORMED_FRAME,
                        "http body: expected whole frames, found one that ends behind the body's end");
            }
        } catch (ParleyException e) {
            refused = true;
            handler.onRefused(e);
            return false;
        }
        handler.onFrame(
                body.capacity() / SHARE <= length
                        ? body.readRetainedSlice(length)
                        : ByteBufAllocator.DEFAULT.buffer(length).writeBytes(body, length));
        return true;
    }
}
