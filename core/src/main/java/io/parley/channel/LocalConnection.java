package io.parley.channel;

import io.netty.buffer.ByteBuf;
import io.parley.DaemonThreads;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One end of an in-process connection. Frames are queued at the receiving end and delivered to its handler by one
 * thread at a time, never by the sending thread, so that neither side runs while the other holds a lock.
 */
final class LocalConnection implements Connection {
    /** Queued bytes from which the sender must wait, and below which it may continue. */
    private static final long HIGH_WATER = 512 * 1024;

    private static final long LOW_WATER = 128 * 1024;
    private static final ExecutorService DELIVERY = DaemonThreads.pool("parley-local-");

    private final String remote;
    private final AtomicReference<@Nullable Runnable> whenAccepted = new AtomicReference<>();
    private final Object lock = new Object();

    /** Frames for this end's handler. Guarded by the lock, as are all mutable fields. */
    private final Queue<ByteBuf> incoming = new ArrayDeque<>();

    private long incomingBytes;
    private boolean peerWaits;
    private boolean delivering;
    private boolean reading = true;
    private boolean writableAgain;
    private boolean inRead;
    private boolean refused;
    private boolean closedHere;
    private boolean closedByPeer;
    private boolean closedReported;

    private @Nullable LocalConnection peer;
    private @Nullable ConnectionHandler handler;

    LocalConnection(String remote) {
        this.remote = remote;
    }

    /** Connects this end with the other one. */
    void connectTo(LocalConnection other) {
        synchronized (lock) {
            peer = other;
        }
    }

    /** Sets the handler; events that occurred before are delivered to it. */
    void deliverTo(ConnectionHandler own) {
        synchronized (lock) {
            handler = own;
        }
        wake();
    }

    void countAsPending(Runnable accepted) {
        whenAccepted.set(accepted);
    }

    @Override
    public void send(ByteBuf frame) {
        LocalConnection to = open();
        if (to == null || !to.offer(frame)) {
            frame.release();
        }
    }

    @Override
    public void flush() {
        LocalConnection to = open();
        if (to != null) {
            to.wake();
        }
    }

    @Override
    public boolean isWritable() {
        LocalConnection to = open();
        return to != null && to.hasRoom();
    }

    @Override
    public void setReading(boolean value) {
        synchronized (lock) {
            reading = value;
        }
        wake();
    }

    @Override
    public void markAccepted() {
        Runnable accepted = whenAccepted.getAndSet(null);
        if (accepted != null) {
            accepted.run();
        }
    }

    @Override
    public String remote() {
        return remote;
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public void close() {
        LocalConnection to;
        synchronized (lock) {
            if (closedHere) {
                return;
            }
            closedHere = true;
            to = peer;
        }
        markAccepted();
        if (to != null) {
            to.onPeerClosed();
        }
        wake();
    }

    private @Nullable LocalConnection open() {
        synchronized (lock) {
            return closedHere ? null : peer;
        }
    }

    private boolean offer(ByteBuf frame) {
        synchronized (lock) {
            if (closedHere || refused) {
                return false;
            }
            incoming.add(frame);
            incomingBytes += frame.readableBytes();
            return true;
        }
    }

    private boolean hasRoom() {
        synchronized (lock) {
            boolean room = incomingBytes < HIGH_WATER;
            peerWaits |= !room;
            return room;
        }
    }

    private void onPeerClosed() {
        synchronized (lock) {
            closedByPeer = true;
        }
        wake();
    }

    private void onPeerHasRoom() {
        synchronized (lock) {
            writableAgain = true;
        }
        wake();
    }

    /** Schedules delivery of the pending events unless it is already running. */
    private void wake() {
        synchronized (lock) {
            if (delivering || handler == null || closedReported) {
                return;
            }
            delivering = true;
        }
        DELIVERY.execute(this::deliver);
    }

    private void deliver() {
        ConnectionHandler to = handler();
        for (Event event = next(); event != Event.NONE; event = next()) {
            switch (event) {
                case FRAME -> deliverFrame(to);
                case READ_COMPLETE -> to.onReadComplete();
                case WRITABLE -> to.onWritable();
                case CLOSED -> to.onClosed(null);
                case NONE -> throw new IllegalStateException("expected an event, found NONE");
            }
        }
    }

    private enum Event {
        FRAME,
        READ_COMPLETE,
        WRITABLE,
        CLOSED,
        NONE
    }

    /** Returns the next event; after NONE the calling thread must deliver no more. */
    private Event next() {
        synchronized (lock) {
            if (closedHere) {
                releaseIncoming();
            }
            if (!incoming.isEmpty() && (reading || closedByPeer)) {
                inRead = true;
                return Event.FRAME;
            }
            if (inRead && !closedHere) {
                inRead = false;
                return Event.READ_COMPLETE;
            }
            if (writableAgain && !closedHere) {
                writableAgain = false;
                return Event.WRITABLE;
            }
            if ((closedHere || closedByPeer) && !closedReported) {
                closedReported = true;
                closedHere = true;
                return Event.CLOSED;
            }
            delivering = false;
            return Event.NONE;
        }
    }

    private void deliverFrame(ConnectionHandler to) {
        ByteBuf frame = take();
        if (frame == null) {
            return;
        }
        try {
            if (to.frameLength(frame) != frame.readableBytes()) {
                throw new IllegalStateException("local: expected a frame as long as its length field says");
            }
        } catch (RuntimeException e) {
            frame.release();
            refuse(to, e);
            return;
        }
        to.onFrame(frame);
    }

    /** Rejects bytes that are not a frame; nothing after them is read. */
    private void refuse(ConnectionHandler to, RuntimeException why) {
        synchronized (lock) {
            releaseIncoming();
            refused = true;
        }
        to.onRefused(why);
    }

    private @Nullable ByteBuf take() {
        ByteBuf frame;
        LocalConnection waiting = null;
        synchronized (lock) {
            frame = incoming.poll();
            if (frame == null) {
                return null;
            }
            incomingBytes -= frame.readableBytes();
            if (peerWaits && incomingBytes < LOW_WATER) {
                peerWaits = false;
                waiting = peer;
            }
        }
        if (waiting != null) {
            waiting.onPeerHasRoom();
        }
        return frame;
    }

    private void releaseIncoming() {
        for (ByteBuf rest = incoming.poll(); rest != null; rest = incoming.poll()) {
            rest.release();
        }
        incomingBytes = 0;
    }

    private ConnectionHandler handler() {
        synchronized (lock) {
            ConnectionHandler present = handler;
            if (present == null) {
                throw new IllegalStateException("not joined yet");
            }
            return present;
        }
    }
}
