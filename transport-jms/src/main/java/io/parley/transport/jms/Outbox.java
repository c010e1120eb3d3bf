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
 * The sending half of a connection: frames wait here until the other side has room for them, and go as messages of whole
 * frames, small ones together. Only one thread at a time sends: who flushes, unless that may block, and else one of the room's.
 * Thread-safe.
 */
final class Outbox {
    /** Bytes of frames that are batched in a message. */
    private static final int BATCH_BYTES = 384 * 1024;
    /** Bytes that are copied at a time of a frame that is in no array. */
    private static final int COPIED_BYTES = 64 * 1024;
    /** Messages that who flushes sends; what others add meanwhile is not for that thread to wait for. */
    private static final int MOST_BY_ONE = 8;
    /** Queued bytes above which the sender must wait, and below which it may go on. */
    private static final long HIGH_WATER = 512 * 1024;

    private static final long LOW_WATER = 128 * 1024;

    /** Events of an outbox for its connection. */
    interface Events {
        void onRoom();

        /** Called when nothing more will be sent. */
        void onEnd();

        void onFailure(Exception why);
    }

    private final ByteBuffer connection;
    private final Events events;
    private final boolean waits;
    private final Object lock = new Object();
    private final byte[] scratch = new byte[COPIED_BYTES];

    /** Guarded by the lock, as are all fields that change. */
    private final Queue<ByteBuf> frames = new ArrayDeque<>();

    private @Nullable Session session;
    private @Nullable MessageProducer producer;
    private long queued;
    private long window;
    private long sent;
    private long credited;
    private long messages;
    private long consumed;
    private long consumedTold;
    private boolean senderWaits;
    private boolean draining;
    private boolean ending;
    private boolean over;

    /** @param waits whether a thread that sends may have to wait for the broker */
    Outbox(ByteBuffer connection, Events events, boolean waits) {
        this.connection = connection;
        this.events = events;
        this.waits = waits;
    }

    /** Starts to send, to the other side's queue and within its window. Blocks. */
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

    /** Takes a frame, which is released if nothing more is sent. */
    void send(ByteBuf frame) {
        synchronized (lock) {
            if (!ending && !over) {
                frames.add(frame);
                queued += frame.readableBytes();
                return;
            }
        }
        frame.release();
    }

    boolean hasRoom() {
        synchronized (lock) {
            boolean room = !ending && !over && queued < HIGH_WATER;
            senderWaits |= !room;
            return room;
        }
    }

    /**
     * The other side has taken so many bytes in all.
     *
     * @return whether that can be true
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

    /** Adds bytes that this side has taken; reported to the other side when that is worth a message. */
    void consumed(long bytes) {
        synchronized (lock) {
            consumed += bytes;
            if (!isCreditDue()) {
                return;
            }
        }
        wake();
    }

    /** Returns the number of taken bytes that was reported to the other side. */
    long consumedTold() {
        synchronized (lock) {
            return consumedTold;
        }
    }

    /** Takes no more; what waits goes out, and then the end. */
    void end() {
        synchronized (lock) {
            ending = true;
        }
        wake();
    }

    /** Drops waiting frames and sends the end. */
    void endNow() {
        synchronized (lock) {
            ending = true;
            releaseFrames();
        }
        wake();
    }

    /** Stops sending and drops waiting frames. */
    void stop() {
        synchronized (lock) {
            over = true;
            releaseFrames();
        }
    }

    /** Sends waiting frames. */
    void flush() {
        if (!begins()) {
            return;
        }
        if (waits) {
            JmsThreads.run(this::drain);
        } else {
            drain(MOST_BY_ONE);
        }
    }

    private void wake() {
        if (begins()) {
            JmsThreads.run(this::drain);
        }
    }

    /** Returns whether there is something to send, and makes this thread the sender. */
    private boolean begins() {
        synchronized (lock) {
            if (draining || over || producer == null || !isAnythingDue()) {
                return false;
            }
            draining = true;
            return true;
        }
    }

    // Within the lock, as those below.
    private boolean isAnythingDue() {
        return isCreditDue() || mayFramesGo() || isEndDue();
    }

    private boolean isCreditDue() {
        return consumed - consumedTold >= JmsConnection.WINDOW / 2;
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
                Parcel next = next();
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

    /** A message to be sent, and what its sending brings about. */
    private record Parcel(Packet.Kind kind, long number, List<ByteBuf> frames, boolean tellRoom) {}

    /** Returns the next parcel; after null this thread sends no more. */
    private @Nullable Parcel next() {
        synchronized (lock) {
            if (over) {
                draining = false;
                return null;
            }
            if (isCreditDue()) {
                consumedTold = consumed;
                return new Parcel(Packet.Kind.CREDIT, consumed, List.of(), false);
            }
            if (mayFramesGo()) {
                List<ByteBuf> batch = batch();
                boolean tellRoom = senderWaits && queued < LOW_WATER;
                senderWaits &= !tellRoom;
                return new Parcel(Packet.Kind.FRAMES, ++messages, batch, tellRoom);
            }
            if (isEndDue()) {
                over = true;
                return new Parcel(Packet.Kind.CLOSE, ++messages, List.of(), false);
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

    private void send(Parcel parcel) throws JMSException {
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
        if (parcel.tellRoom) {
            events.onRoom();
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
