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
 * Hands what came to a handler, by one thread at a time: the inbox's own while it brings messages, else one of the
 * room's; never one that sends. What it holds is bounded by the window that the other side was given. Thread-safe.
 */
final class Delivery {
    /** A frame that is at least this part of its message is not copied out of it. */
    private static final int SHARE = 4;

    private final LongConsumer consumed;
    private final Object lock = new Object();

    /** Guarded by the lock, as are all fields that change. Bodies of messages: whole frames, one behind the other. */
    private final Queue<ByteBuf> incoming = new ArrayDeque<>();

    private @Nullable ConnectionHandler handler;
    private boolean delivering;
    private boolean reading = true;
    private boolean writableAgain;
    private boolean refused;
    private boolean closedHere;
    private boolean closedByPeer;
    private boolean closedTold;
    private @Nullable Throwable cause;

    /** @param consumed told how many bytes of a message the handler has taken */
    Delivery(LongConsumer consumed) {
        this.consumed = consumed;
    }

    /** Calls the handler from now on. */
    void start(ConnectionHandler to) {
        synchronized (lock) {
            handler = to;
        }
        wake(false);
    }

    /** Takes the frames of a message, and hands them over on this thread if no other does so. */
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
            writableAgain = true;
        }
        wake(false);
    }

    /** The other side sends no more: told after what it has sent. */
    void closeAfterAll() {
        synchronized (lock) {
            closedByPeer = true;
        }
        wake(false);
    }

    /** Told at once; what waits is dropped. The first cause counts. */
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
            if (delivering || to == null || closedTold) {
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
                case NONE -> throw new IllegalStateException("nothing is no event");
            }
        }
    }

    /** Returns the next event; after NONE this thread delivers no more. */
    private Event next() {
        synchronized (lock) {
            if (closedHere) {
                releaseIncoming();
            }
            if (!incoming.isEmpty() && (reading || closedByPeer)) {
                return Event.FRAMES;
            }
            if (writableAgain && !closedHere) {
                writableAgain = false;
                return Event.WRITABLE;
            }
            if ((closedHere || closedByPeer) && !closedTold) {
                closedTold = true;
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

    /** The next frame, which the caller owns: a part of the message, or a copy if that would keep much more than it. */
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

    /** Refuses bytes that are no frame; nothing behind them is read. */
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

    /** Bytes that are no frame; apart from what a handler itself may throw. */
    private static final class NoFrameException extends Exception {
        final transient ParleyException why;

        NoFrameException(ParleyException why) {
            super(why);
            this.why = why;
        }
    }
}
