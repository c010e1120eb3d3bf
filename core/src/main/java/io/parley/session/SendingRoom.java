package io.parley.session;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Memory for queued outgoing content, and the queue of writers that wait for it. Writers are served in the order in
 * which they asked. One message is exempt: the oldest growing one, because the peer's memory is reserved for it and the
 * others may depend on its end. While it has nothing queued, its next chunk is accepted even beyond the budget.
 */
final class SendingRoom {
    /** Maximum number of fragments that may be queued of one message; its writer waits above that. */
    private static final int FRAGMENTS = 8;

    private final Budget budget;
    private final long mostOfOne;
    private final PeerMemory atPeer;
    /** Streams whose writers wait for memory, in order. */
    private final Set<Stream> waiting = new LinkedHashSet<>();

    SendingRoom(Budget budget, PeerMemory atPeer, int fragment) {
        this.budget = budget;
        this.atPeer = atPeer;
        this.mostOfOne = (long) FRAGMENTS * fragment;
    }

    /**
     * Reserves memory for a stream's writer.
     *
     * @return false if it has to wait; the stream's wake-up callback is then run
     */
    boolean tryReserve(Stream stream, long bytes) {
        if (stream.queued > 0 && stream.queued + bytes > mostOfOne) {
            return false;
        }
        boolean next = waiting.isEmpty() || waiting.iterator().next() == stream;
        if (next && (budget.tryReserve(bytes) || budget.tryReserveOrWait(bytes, stream::wake))) {
            proceed(stream);
            return true;
        }
        if (isExempt(stream)) {
            budget.count(bytes);
            proceed(stream);
            return true;
        }
        waiting.add(stream);
        return false;
    }

    /** Returns whether a message may have that many bytes queued. */
    boolean mayQueue(long bytes) {
        return bytes <= mostOfOne;
    }

    private boolean isExempt(Stream stream) {
        return stream.queued == 0 && atPeer.oldest() == stream;
    }

    private void proceed(Stream stream) {
        if (waiting.remove(stream)) {
            wakeNext();
        }
    }

    /**
     * Wakes the writer of the oldest growing message if it no longer has to wait, after content was sent or another
     * message became the oldest.
     */
    @HotPath
    void wakeOldest() {
        if (waiting.isEmpty()) {
            return;
        }
        Stream oldest = atPeer.oldest();
        if (oldest != null && isExempt(oldest) && waiting.contains(oldest)) {
            oldest.wake();
        }
    }

    /**
     * Reserves memory that must be available now.
     *
     * @throws ParleyException {@code BUDGET} if it is not
     */
    void reserve(Stream stream, long bytes) {
        if (!budget.tryReserve(bytes)) {
            throw budgetExceeded(stream, bytes);
        }
    }

    /**
     * Checks that a reservation can ever succeed.
     *
     * @throws ParleyException {@code BUDGET} if it cannot
     */
    void checkPossible(Stream stream, long bytes) {
        if (bytes > budget.most()) {
            throw budgetExceeded(stream, bytes);
        }
    }

    ParleyException budgetExceeded(Stream stream, long bytes) {
        return new ParleyException(
                ErrorCode.BUDGET,
                "message on " + stream + ": expected room for " + bytes + " bytes to send, found " + budget
                        + " taken by what waits; the settings are " + Limit.SESSION_BYTES.setting() + " and "
                        + Limit.TOTAL_BYTES.setting());
    }

    /** Releases {@code bytes} reserved for the stream's queued content. */
    void release(Stream stream, long bytes) {
        budget.release(bytes);
        if (stream.queued <= mostOfOne / 2) {
            stream.wake(); // Not for every fragment: waking the writer's thread is expensive.
        }
        wakeNext();
    }

    /** Removes a stream whose writer does not wait any more. */
    void leave(Stream stream) {
        stream.wake();
        if (waiting.remove(stream)) {
            wakeNext();
        }
    }

    /** Wakes all waiting writers, because the session is closed or drains. */
    void wakeAll() {
        waiting.forEach(Stream::wake);
    }

    private void wakeNext() {
        if (!waiting.isEmpty()) {
            waiting.iterator().next().wake();
        }
    }
}
