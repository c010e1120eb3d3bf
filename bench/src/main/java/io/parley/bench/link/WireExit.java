package io.parley.bench.link;

import io.parley.bench.contest.Tasks;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The receiving end of a wire: holds bytes until their arrival time, in order, and then writes them to the socket. The
 * queue is bounded and blocks the sender when it is full, like the buffer of a socket. One thread sends and another one
 * writes.
 */
final class WireExit {
    /** Size of a parcel, about the payload of an Internet packet. */
    private static final int PARCEL_BYTES = 1_460;

    private static final int WAITING_PARCELS = 128;
    /** Time spent spinning at the end of a wait, since a parked thread wakes up that much too late. */
    private static final long AWAKE_NANOS = 100_000;

    private static final Parcel END = new Parcel(new byte[0], 0);

    private final BlockingQueue<Parcel> waiting = new ArrayBlockingQueue<>(WAITING_PARCELS);
    private final LinkDoor.Connection connection;
    private final Socket to;
    private final Wire wire;
    private long opening;

    /** Bytes with their arrival time; an empty parcel marks the end. */
    @SuppressWarnings("ArrayRecordComponent") // parcels are never compared
    private record Parcel(byte[] bytes, long arrival) {}

    private WireExit(LinkDoor.Connection connection, Socket to, Wire wire, Duration opening) {
        this.connection = connection;
        this.to = to;
        this.wire = wire;
        this.opening = opening.toNanos();
    }

    /**
     * Creates an exit and starts its thread.
     *
     * @param opening delay before the first byte may be sent
     */
    static WireExit start(LinkDoor.Connection connection, Socket to, Wire wire, Duration opening) {
        WireExit exit = new WireExit(connection, to, wire, opening);
        Tasks.start("bench-exit", exit::leave);
        return exit;
    }

    /** Queues the bytes; copies them, so the caller may reuse the array. */
    void send(byte[] bytes, int count) throws IOException {
        await(System.nanoTime() + opening);
        opening = 0;
        for (int begin = 0; begin < count; begin += PARCEL_BYTES) {
            byte[] parcel = Arrays.copyOfRange(bytes, begin, Math.min(begin + PARCEL_BYTES, count));
            enqueue(new Parcel(parcel, wire.send(System.nanoTime(), parcel.length)));
        }
    }

    /** Ends this direction after the bytes in transit have arrived. */
    void end() {
        try {
            enqueue(END);
        } catch (IOException e) {
            connection.reset();
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
            for (Parcel next = waiting.take(); next.bytes.length > 0; next = waiting.take()) {
                deliver(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connection.ended(to);
        }
    }

    /**
     * Writes a parcel at its arrival time. Parcels for a closed socket are dropped, so that the sender does not block
     * forever.
     */
    private void deliver(Parcel parcel) {
        if (!to.isClosed()) {
            await(parcel.arrival);
            try {
                to.getOutputStream().write(parcel.bytes);
            } catch (IOException e) {
                connection.reset();
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
