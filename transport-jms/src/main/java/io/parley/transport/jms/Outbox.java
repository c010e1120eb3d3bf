package io.parley.transport.jms;

import io.netty.buffer.ByteBuf;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Sending half of a connection. Frames are queued until the peer's window has room, then sent in messages of whole
 * frames, small ones batched. One thread at a time sends: the one that flushes, unless it may block, otherwise a thread
 * of this package. Thread-safe.
 */
final class Outbox {
    /** Maximum bytes of frames that are batched in a message. */
    private static final int BATCH_BYTES = 384 * 1024;
    /** Bytes copied at a time from a frame that is not backed by an array. */
    private static final int COPIED_BYTES = 64 * 1024;
    /** Maximum messages that the flushing thread sends, since it should not send what other threads add meanwhile. */
    private static final int MAX_PER_FLUSH = 8;
    /** Queued bytes above which the connection is not writable, and below which it becomes writable again. */
    private static final long HIGH_WATER = 512 * 1024;

    private static final long LOW_WATER = 128 * 1024;

    /** Events of an outbox for its connection. */
    interface Events {
        void onWritable();

        /** Called when nothing more will be sent. */
        void onEnd();

        void onFailure(Exception why);
    }

    private final ByteBuffer connection;
    private final Events events;
    private final boolean mayBlock;
    private final Object lock = new Object();
    private final byte[] scratch = new byte[COPIED_BYTES];

    /** Guarded by the lock, like all mutable fields. */
    private final Queue<ByteBuf> frames = new ArrayDeque<>();

    private @Nullable Session session;
    private @Nullable MessageProducer producer;
    private long queued;
    private long window;
    private long sent;
    private long credited;
    private long messages;
    private long consumed;
    private long consumedReported;
    private boolean senderWaits;
    private boolean draining;
    private boolean ending;
    private boolean stopped;

    /**
     * Creates an outbox that is not started.
     *
     * @param mayBlock true if sending may block on the broker
     */
    Outbox(ByteBuffer connection, Events events, boolean mayBlock) {
        this.connection = connection;
        this.events = events;
        this.mayBlock = mayBlock;
    }

    /** Starts sending to the peer's queue, within its window. Blocks. */
    void start(Session own, Destination to, long peerWindow) throws JMSException {
        MessageProducer made = own.createProducer(to);
        made.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        made.setDisableMessageID(true);
        made.setDisableMessageTimestamp(true);
        synchronized (lock) {
            session = own;
            producer = made;
            window = peerWindow;
        }
        wake();
    }

    /** Queues a frame, which is released if nothing more is sent. */
    void send(ByteBuf frame) {
        synchronized (lock) {
            if (!ending && !stopped) {
                frames.add(frame);
                queued += frame.readableBytes();
                return;
            }
        }
        frame.release();
    }

    boolean hasRoom() {
        synchronized (lock) {
            boolean room = !ending && !stopped && queued < HIGH_WATER;
            senderWaits |= !room;
            return room;
        }
    }

    /**
     * Records the total bytes that the peer has processed.
     *
     * @return false if that total cannot be right
     */
    boolean credit(long total) {
        synchronized (lock) {
            if (total <= credited || total > sent) {
                return false;
            }
            credited = total;
        }
        wake();
        return true;
    }

    /** Records bytes that this side has processed; credit is sent once a message is worthwhile. */
    void consumed(long bytes) {
        synchronized (lock) {
            consumed += bytes;
            if (!isCreditDue()) {
                return;
            }
        }
        wake();
    }

    /** Returns the number of processed bytes that was reported to the peer. */
    long consumedReported() {
        synchronized (lock) {
            return consumedReported;
        }
    }

    /** Accepts no more frames; queued frames are sent, and then the CLOSE. */
    void end() {
        synchronized (lock) {
            ending = true;
        }
        wake();
    }

    /** Drops queued frames and sends the CLOSE. */
    void endNow() {
        synchronized (lock) {
            ending = true;
            releaseFrames();
        }
        wake();
    }

    /** Stops sending and drops queued frames. */
    void stop() {
        synchronized (lock) {
            stopped = true;
            releaseFrames();
        }
    }

    /** Sends queued frames. */
    void flush() {
        if (!tryBecomeSender()) {
            return;
        }
        if (mayBlock) {
            JmsThreads.run(this::drain);
        } else {
            drain(MAX_PER_FLUSH);
        }
    }

    private void wake() {
        if (tryBecomeSender()) {
            JmsThreads.run(this::drain);
        }
    }

    /** Makes this thread the sender, if there is something to send and no other sender. */
    private boolean tryBecomeSender() {
        synchronized (lock) {
            if (draining || stopped || producer == null || !isAnythingDue()) {
                return false;
            }
            draining = true;
            return true;
        }
    }

    // Called with the lock held, like those below.
    private boolean isAnythingDue() {
        return isCreditDue() || mayFramesGo() || isEndDue();
    }

    private boolean isCreditDue() {
        return consumed - consumedReported >= JmsConnection.WINDOW / 2;
    }

    private boolean mayFramesGo() {
        return !frames.isEmpty() && sent - credited < window;
    }

    private boolean isEndDue() {
        return ending && frames.isEmpty();
    }

    private void drain() {
        drain(Integer.MAX_VALUE);
    }

    private void drain(int most) {
        try {
            for (int i = 0; i < most; i++) {
                OutgoingPacket next = next();
                if (next == null) {
                    return;
                }
                send(next);
            }
            JmsThreads.run(this::drain);
        } catch (JMSException | RuntimeException e) {
            stop();
            events.onFailure(e);
        }
    }

    /** Message to send, and whether sending it makes the connection writable. */
    private record OutgoingPacket(Packet.Kind kind, long number, List<ByteBuf> frames, boolean notifyWritable) {}

    /** Returns the next message; after null this thread stops sending. */
    private @Nullable OutgoingPacket next() {
        synchronized (lock) {
            if (stopped) {
                draining = false;
                return null;
            }
            if (isCreditDue()) {
                consumedReported = consumed;
                return new OutgoingPacket(Packet.Kind.CREDIT, consumed, List.of(), false);
            }
            if (mayFramesGo()) {
                List<ByteBuf> batch = batch();
                boolean notifyWritable = senderWaits && queued < LOW_WATER;
                senderWaits &= !notifyWritable;
                return new OutgoingPacket(Packet.Kind.FRAMES, ++messages, batch, notifyWritable);
            }
            if (isEndDue()) {
                stopped = true;
                return new OutgoingPacket(Packet.Kind.CLOSE, ++messages, List.of(), false);
            }
            draining = false;
            return null;
        }
    }

    private List<ByteBuf> batch() {
        List<ByteBuf> batch = new ArrayList<>();
        int bytes = 0;
        for (ByteBuf frame = frames.peek(); frame != null; frame = frames.peek()) {
            int length = frame.readableBytes();
            if (bytes > 0 && bytes + length > BATCH_BYTES) {
                break;
            }
            bytes += length;
            batch.add(frames.remove());
        }
        queued -= bytes;
        sent += bytes;
        return batch;
    }

    private void send(OutgoingPacket parcel) throws JMSException {
        MessageProducer to;
        BytesMessage message;
        try {
            Session own;
            synchronized (lock) {
                own = session;
                to = producer;
            }
            if (own == null || to == null) {
                throw new IllegalStateException("not started yet");
            }
            message = own.createBytesMessage();
            message.writeBytes(Packet.header(parcel.kind, connection, parcel.number));
            for (ByteBuf frame : parcel.frames) {
                write(frame, message);
            }
        } finally {
            parcel.frames.forEach(ByteBuf::release);
        }
        to.send(message);
        if (parcel.notifyWritable) {
            events.onWritable();
        }
        if (parcel.kind == Packet.Kind.CLOSE) {
            events.onEnd();
        }
    }

    private void write(ByteBuf frame, BytesMessage message) throws JMSException {
        if (frame.hasArray()) {
            message.writeBytes(frame.array(), frame.arrayOffset() + frame.readerIndex(), frame.readableBytes());
            return;
        }
        while (frame.isReadable()) {
            int length = Math.min(scratch.length, frame.readableBytes());
            frame.readBytes(scratch, 0, length);
            message.writeBytes(scratch, 0, length);
        }
    }

    private void releaseFrames() {
        for (ByteBuf rest = frames.poll(); rest != null; rest = frames.poll()) {
            rest.release();
        }
        queued = 0;
    }
}
