package io.parley.session;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Memory for what waits to be sent, and who waits for some of it: writers of messages are let in one after the other,
 * in the order in which they asked. One message must not wait for them: the oldest of those that may grow at the peer,
 * since the peer's memory is kept for it and they may all wait until it ended. While nothing of it is held back it has
 * its next chunk, be it beyond the budget.
 */
final class SendingRoom {
    /** Content that may wait of one message, in fragments; whoever writes more waits. */
    private static final int FRAGMENTS = 8;

    private final Budget budget;
    private final long mostOfOne;
    private final PeerMemory atPeer;
    /** Streams whose writers wait for memory, in their order. */
    private final Set<Stream> asking = new LinkedHashSet<>();

    SendingRoom(Budget budget, PeerMemory atPeer, int fragment) {
        this.budget = budget;
        this.atPeer = atPeer;
        this.mostOfOne = (long) FRAGMENTS * fragment;
    }

    /**
     * Reserves room for a stream's writer and returns true; if it has to wait, returns false, and the stream's bell
     * rings when it may ask again.
     */
    boolean tryReserve(Stream stream, long bytes) {
        if (stream.queued > 0 && stream.queued + bytes > mostOfOne) {
            return false;
        }
        boolean next = asking.isEmpty() || asking.iterator().next() == stream;
        if (next && (budget.tryReserve(bytes) || budget.tryReserveOrWait(bytes, stream::ring))) {
            goOn(stream);
            return true;
        }
        if (mustGoOn(stream)) {
            budget.count(bytes);
            goOn(stream);
            return true;
        }
        asking.add(stream);
        return false;
    }

    /** Returns whether a message may have so many bytes waiting. */
    boolean mayHold(long bytes) {
        return bytes <= mostOfOne;
    }

    private boolean mustGoOn(Stream stream) {
        return stream.queued == 0 && atPeer.oldest() == stream;
    }

    private void goOn(Stream stream) {
        if (asking.remove(stream)) {
            ringNext();
        }
    }

    /**
     * Rings the bell of the oldest message if it waits and need not any more, after content went out or another message
     * became the oldest.
     */
    @HotPath
    void ringOldest() {
        if (asking.isEmpty()) {
            return;
        }
        Stream oldest = atPeer.oldest();
        if (oldest != null && mustGoOn(oldest) && asking.contains(oldest)) {
            oldest.ring();
        }
    }

    /**
     * Takes what is there now.
     *
     * @throws ParleyException {@code BUDGET} if it is too little
     */
    void reserve(Stream stream, long bytes) {
        if (!budget.tryReserve(bytes)) {
            throw none(stream, bytes);
        }
    }

    /**
     * Checks that the request can ever be met, so that no writer waits in vain.
     *
     * @throws ParleyException {@code BUDGET}
     */
    void checkPossible(Stream stream, long bytes) {
        if (bytes > budget.most()) {
            throw none(stream, bytes);
        }
    }

    ParleyException none(Stream stream, long bytes) {
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
            stream.ring(); // Not for every fragment: its writer is a thread that has to wake up.
        }
        ringNext();
    }

    /** A stream's writer does not wait any more. */
    void leave(Stream stream) {
        stream.ring();
        if (asking.remove(stream)) {
            ringNext();
        }
    }

    /** The session is over, or takes nothing new. */
    void ringAll() {
        asking.forEach(Stream::ring);
    }

    private void ringNext() {
        if (!asking.isEmpty()) {
            asking.iterator().next().ring();
        }
    }
}
