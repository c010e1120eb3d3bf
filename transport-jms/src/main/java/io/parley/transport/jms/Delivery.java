package io.parley.transport.jms;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.ConnectionHandler;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes received frames and events to a handler, on one thread at a time: the inbox's own thread while it delivers
 * messages, otherwise a thread of this package, never a sender's. Queued frames are bounded by the window granted to
 * the peer. Thread-safe.
 */
final class Delivery {
    /** Frames of at least this fraction of their message are slices of it; smaller ones are copied. */
    private static final int SHARE = 4;

    private final LongConsumer consumed;
    private final Object lock = new Object();

    /** Bodies of messages, each a sequence of whole frames. Guarded by the lock, like all mutable fields. */
    private final Queue<ByteBuf> incoming = new ArrayDeque<>();

    private @Nullable ConnectionHandler handler;
    private boolean delivering;
    private boolean reading = true;
    private boolean writablePending;
    private boolean refused;
    private boolean closedHere;
    private boolean closedByPeer;
    private boolean closeDelivered;
    private @Nullable Throwable cause;

    /**
     * Creates a delivery without a handler.
     *
     * @param consumed receives the number of bytes of each message that the handler has processed
     */
    Delivery(LongConsumer consumed) {
        this.consumed = consumed;
    }

    /** Sets the handler and starts calling it. */
    void start(ConnectionHandler to) {
        synchronized (lock) {
            handler = to;
        }
        wake(false);
    }

    /**
     * Adds the frames of a message, and delivers them on this thread if no other thread does. Takes ownership of the
     * buffer.
     */
    void add(ByteBuf frames) {
        synchronized (lock) {
            if (closedHere || refused) {
                frames.release();
                return;
            }
            incoming.add(frames);
        }
        wake(true);
    }

    void setReading(boolean value) {
        synchronized (lock) {
            reading = value;
        }
        wake(false);
    }

    void writable() {
        synchronized (lock) {
            writablePending = true;
        }
        wake(false);
    }

    /** Closes on behalf of the peer: the handler is notified after all queued frames. */
    void closeAfterAll() {
        synchronized (lock) {
            closedByPeer = true;
        }
        wake(false);
    }

    /** Closes at once and drops queued frames. The first cause counts. */
    void close(@Nullable Throwable why) {
        synchronized (lock) {
            if (closedHere) {
                return;
            }
            closedHere = true;
            cause = why;
        }
        wake(false);
    }

    boolean isClosed() {
        synchronized (lock) {
            return closedHere;
        }
    }

    private enum Event {
        FRAMES,
        WRITABLE,
        CLOSED,
        NONE
    }

    private void wake(boolean here) {
        ConnectionHandler to;
        synchronized (lock) {
            if (closedHere) {
                releaseIncoming();
            }
            to = handler;
            if (delivering || to == null || closeDelivered) {
                return;
            }
            delivering = true;
        }
        if (here) {
            deliver(to);
        } else {
            JmsThreads.run(() -> deliver(to));
        }
    }

    private void deliver(ConnectionHandler to) {
        for (Event event = next(); event != Event.NONE; event = next()) {
            switch (event) {
                case FRAMES -> deliverFrames(to);
                case WRITABLE -> to.onWritable();
                case CLOSED -> to.onClosed(cause());
                case NONE -> throw new IllegalStateException("expected an event, found none");
            }
        }
    }

    /** Returns the next event; after NONE this thread stops delivering. */
    private Event next() {
        synchronized (lock) {
            if (closedHere) {
                releaseIncoming();
            }
            if (!incoming.isEmpty() && (reading || closedByPeer)) {
                return Event.FRAMES;
            }
            if (writablePending && !closedHere) {
                writablePending = false;
                return Event.WRITABLE;
            }
            if ((closedHere || closedByPeer) && !closeDelivered) {
                closeDelivered = true;
                closedHere = true;
                return Event.CLOSED;
            }
            delivering = false;
            return Event.NONE;
        }
    }

    private @Nullable Throwable cause() {
        synchronized (lock) {
            return cause;
        }
    }

    private void deliverFrames(ConnectionHandler to) {
        ByteBuf frames;
        synchronized (lock) {
            frames = incoming.poll();
        }
        if (frames == null) {
            return;
        }
        int bytes = frames.readableBytes();
        try {
            while (frames.isReadable() && !isClosed()) {
                to.onFrame(nextFrame(to, frames));
            }
        } catch (NoFrameException e) {
            refuse(to, e.why);
            return;
        } finally {
            frames.release();
        }
        if (!isClosed()) {
            to.onReadComplete();
            consumed.accept(bytes);
        }
    }

    /**
     * Returns the next frame, which the caller owns: a slice of the message, or a copy if a slice would retain much
     * more memory.
     */
    private static ByteBuf nextFrame(ConnectionHandler to, ByteBuf frames) throws NoFrameException {
        int length = lengthOf(to, frames);
        return length >= frames.capacity() / SHARE ? frames.readRetainedSlice(length) : frames.readBytes(length);
    }

    private static int lengthOf(ConnectionHandler to, ByteBuf frames) throws NoFrameException {
        int length;
        try {
            length = to.frameLength(frames);
        } catch (ParleyException e) {
            throw new NoFrameException(e);
        }
        if (length == 0 || length > frames.readableBytes()) {
            throw new NoFrameException(new ParleyException(
                    ErrorCode.MALFORMED_FRAME,
                    "jms: expected whole frames in a message, found " + frames.readableBytes()
                            + " bytes at its end that are less than one"));
        }
        return length;
    }

    /** Refuses bytes that are not a frame; later bytes are not read. */
    private void refuse(ConnectionHandler to, ParleyException why) {
        synchronized (lock) {
            releaseIncoming();
            refused = true;
        }
        to.onRefused(why);
    }

    private void releaseIncoming() {
        for (ByteBuf rest = incoming.poll(); rest != null; rest = incoming.poll()) {
            rest.release();
        }
    }

    /** Signals bytes that are not a frame, as distinct from an exception of the handler itself. */
    private static final class NoFrameException extends Exception {
        final transient ParleyException why;

        NoFrameException(ParleyException why) {
            super(why);
            this.why = why;
        }
    }
}
