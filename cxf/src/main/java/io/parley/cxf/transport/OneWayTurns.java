package io.parley.cxf.transport;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Order of the one-way calls of one session: they are worked on one after the other, in the order in which their
 * callers got the acceptance. A chain whose turn it is not is paused and holds no thread. Thread-safe.
 */
final class OneWayTurns {
    /**
     * Number of waiting calls that are answered before their turn, as many as CXF's own queue for them holds; the
     * callers of others wait.
     */
    private static final int ANSWERED_EARLY = 256;

    private final ArrayDeque<Turn> waiting = new ArrayDeque<>();
    /** The call that is worked on; null if none is. Guarded by this, as is what waits. */
    private @Nullable Turn current;

    /** Place of a call among those that wait. */
    enum Place {
        /** The call has its turn. */
        FIRST,
        /** The call waits, its caller does not. */
        BEHIND,
        /** The call waits, and so does its caller. */
        FAR_BEHIND
    }

    /** The turn of one call. */
    static final class Turn {
        private final Runnable goOn;
        private boolean ready;

        /** @param goOn goes on with a call that waited; must not block */
        Turn(Runnable goOn) {
            this.goOn = goOn;
        }
    }

    /** Gives a call its place; one that waits also waits until it is {@link #ready}. */
    synchronized Place enter(Turn turn) {
        if (current == null && waiting.isEmpty()) {
            current = turn;
            return Place.FIRST;
        }
        waiting.add(turn);
        return waiting.size() <= ANSWERED_EARLY ? Place.BEHIND : Place.FAR_BEHIND;
    }

    /** A call that waits may be gone on with. */
    void ready(Turn turn) {
        synchronized (this) {
            turn.ready = true;
        }
        advance();
    }

    /** A call that waits, and is not ready, fails. */
    void withdraw(Turn turn) {
        synchronized (this) {
            waiting.remove(turn);
        }
        advance();
    }

    /** A call is over; nothing if it has no turn any more. */
    void leave(Turn turn) {
        synchronized (this) {
            if (current != turn) {
                return;
            }
            current = null;
        }
        advance();
    }

    private void advance() {
        Turn next;
        synchronized (this) {
            next = waiting.peek();
            if (current != null || next == null || !next.ready) {
                return;
            }
            waiting.remove();
            current = next;
        }
        next.goOn.run();
    }
}
