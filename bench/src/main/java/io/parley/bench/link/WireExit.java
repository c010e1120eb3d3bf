package io.parley.bench.link;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * An exit at which bytes leave when a wire has carried them. They wait in order; a sender waits if too many do, as it would
 * for a full socket. Bytes are sent by one thread and leave by another.
 */
final class WireExit {
    /** A packet of the Internet, more or less. */
    private static final int PARCEL_BYTES = 1_460;

    private static final int WAITING_PARCELS = 128;
    /** A parked thread wakes up that much too late, so the rest is spent awake. */
    private static final long AWAKE_NANOS = 100_000;

    private static final Parcel END = new Parcel(new byte[0], 0);

    private final BlockingQueue<Parcel> waiting = new ArrayBlockingQueue<>(WAITING_PARCELS);
    private final LinkDoor.Connection connection;
    private final Socket to;
    private final Wire wire;
    private long opening;

    /** Bytes, and when they arrive; none after the last ones. */
    private static final class Parcel {
        private final byte[] bytes;
        private final long arrival;

        Parcel(byte[] bytes, long arrival) {
            this.bytes = bytes;
            this.arrival = arrival;
        }

        boolean isEnd() {
            return bytes.length == 0;
        }
    }

    private WireExit(LinkDoor.Connection connection, Socket to, Wire wire, Duration opening) {
        this.connection = connection;
        this.to = to;
        this.wire = wire;
        this.opening = opening.toNanos();
    }

    /**
     * An exit with its thread.
     *
     * @param opening what has to pass before the first byte may be sent
     */
    static WireExit start(LinkDoor.Connection connection, Socket to, Wire wire, Duration opening) {
        WireExit exit = new WireExit(connection, to, wire, opening);
        LinkDoor.start("bench-exit", exit::leave);
        return exit;
    }

    /** Sends bytes on; the array is used again afterwards. */
    void send(byte[] bytes, int count) throws IOException {
        await(System.nanoTime() + opening);
        opening = 0;
        for (int begin = 0; begin < count; begin += PARCEL_BYTES) {
            byte[] parcel = Arrays.copyOfRange(bytes, begin, Math.min(begin + PARCEL_BYTES, count));
            enqueue(new Parcel(parcel, wire.send(System.nanoTime(), parcel.length)));
        }
    }

    /** No more will come: what is under way still arrives, then this direction ends. */
    void end() {
        try {
            enqueue(END);
        } catch (IOException e) {
            LinkDoor.end(connection);
        }
    }

    private void enqueue(Parcel parcel) throws IOException {
        try {
            waiting.put(parcel);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a slow link");
        }
    }

    private void leave() {
        try {
            for (Parcel next = waiting.take(); !next.isEnd(); next = waiting.take()) {
                deliver(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connection.ended(to);
        }
    }

    /** What comes after the other side has gone is dropped, so that nobody waits for ever. */
    private void deliver(Parcel parcel) {
        if (!to.isClosed()) {
            await(parcel.arrival);
            try {
                to.getOutputStream().write(parcel.bytes);
            } catch (IOException e) {
                LinkDoor.end(connection);
            }
        }
    }

    private static void await(long arrival) {
        for (long left = arrival - System.nanoTime(); left > 0; left = arrival - System.nanoTime()) {
            if (left > AWAKE_NANOS) {
                LockSupport.parkNanos(left - AWAKE_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
