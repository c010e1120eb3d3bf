package io.parley.transport.jms;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.concurrent.TimeUnit;

/**
 * Account of the SOAP text that the requests of one queue hold, with their responses; {@code parley.limits.total-bytes}
 * bounds the requests that are longer than an offer. Shorter ones are counted and never refused: their number is that
 * of the consumers, and a client would take the refusal of an offer for the answer of a service without Parley.
 * Thread-safe.
 */
final class TextMemory {
    private final long most;
    private final long alwaysTaken;
    private final long patienceNanos;
    /** Guarded by this, as is the next field. */
    private long held;

    private boolean stopped;

    TextMemory(Limits limits) {
        this.most = limits.get(Limit.TOTAL_BYTES);
        this.alwaysTaken = limits.get(Limit.NEGOTIATION_BYTES);
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(limits.get(Limit.QUEUE_MILLIS));
    }

    /** Bytes of one request and its response. Used by one thread. */
    final class Share implements AutoCloseable {
        private long taken;

        /**
         * Reserves the bytes of a request.
         *
         * @param waits whether it waits for other requests to end, up to {@code parley.limits.queue-millis}
         * @throws ParleyException {@code BUDGET} if there is no room
         */
        void request(long bytes, boolean waits) {
            take(bytes, waits ? patienceNanos : 0);
            taken += bytes;
        }

        /** Counts bytes of a response, which is not refused: its request was handled. */
        void response(long bytes) {
            count(bytes);
            taken += bytes;
        }

        @Override
        public void close() {
            release(taken);
            taken = 0;
        }
    }

    /** Returns the empty share of a request, to be closed when the request has ended. */
    Share share() {
        return new Share();
    }

    private synchronized void take(long bytes, long patience) {
        if (bytes <= alwaysTaken) {
            held += bytes;
            return;
        }
        long end = System.nanoTime() + patience;
        long left = patience;
        while (held + bytes > most && bytes <= most && left > 0 && !stopped) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw refused(bytes);
            }
            left = end - System.nanoTime();
        }
        if (held + bytes > most) {
            throw refused(bytes);
        }
        held += bytes;
    }

    private ParleyException refused(long bytes) {
        return new ParleyException(
                ErrorCode.BUDGET,
                "jms: expected room for a request of " + bytes + " bytes, found " + held + " of " + most
                        + " bytes taken by others; the setting is " + Limit.TOTAL_BYTES.setting());
    }

    private synchronized void count(long bytes) {
        held += bytes;
    }

    private synchronized void release(long bytes) {
        held -= bytes;
        notifyAll();
    }

    /** Returns the bytes held now. */
    synchronized long bytes() {
        return held;
    }

    /** Lets no request wait any more. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }
}
