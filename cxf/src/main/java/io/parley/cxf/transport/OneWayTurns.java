package io.parley.cxf.transport;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Order of the one-way calls of one session: those of one key are worked on one after the other, in the order in which their
 * callers got the acceptance. A chain whose turn it is not is paused and holds no thread. Thread-safe.
 */
final class OneWayTurns {
    /**
     * Number of waiting calls that are answered before their turn, as many as CXF's own queue for them holds; the
     * callers of others wait.
     */
    private static final int ANSWERED_EARLY = 256;

    /** Key of the calls without one. */
    private static final Object NO_KEY = new Object();

    /** Calls by their keys, those that are worked on first. Guarded by this; a key whose calls are over is gone. */
    private final Map<Object, ArrayDeque<Turn>> lanes = new HashMap<>();
    /** Number of calls that wait. Guarded by this. */
    private int waiting;

    /** Place of a call among those that wait. */
    enum Place {
        /** The call has its turn. */
        FIRST,
        /** The call waits, its caller does not. */
        BEHIND,
        /** The call waits, and so does its caller. */
        FAR_BEHIND
    }

    /** The turn of one call. Its state is guarded by the turns of the session. */
    static final class Turn {
        private final Object key;
        private final Runnable goOn;
        private boolean ready;
        private boolean begun;

        /**
         * @param key of the call; null if it has none
         * @param goOn goes on with a call that waited; must not block
         */
        Turn(@Nullable Object key, Runnable goOn) {
            this.key = key == null ? NO_KEY : key;
            this.goOn = goOn;
        }
    }

    /** Gives a call its place; one that waits also waits until it is {@link #ready}. */
    synchronized Place enter(Turn turn) {
        ArrayDeque<Turn> lane = lanes.computeIfAbsent(turn.key, key -> new ArrayDeque<>());
        lane.add(turn);
        if (lane.size() == 1) {
            turn.begun = true;
            return Place.FIRST;
        }
        waiting++;
        return waiting <= ANSWERED_EARLY ? Place.BEHIND : Place.FAR_BEHIND;
    }

    /** A call that waits may be gone on with. */
    void ready(Turn turn) {
        Turn next;
        synchronized (this) {
            turn.ready = true;
            next = next(turn.key);
        }
        goOn(next);
    }

    /** A call that waits, and is not ready, fails. */
    void withdraw(Turn turn) {
        remove(turn, false);
    }

    /** A call is over; nothing if it has no turn any more. */
    void leave(Turn turn) {
        remove(turn, true);
    }

    private void remove(Turn turn, boolean begun) {
        Turn next;
        synchronized (this) {
            ArrayDeque<Turn> lane = lanes.get(turn.key);
            if (lane == null || turn.begun != begun || !lane.remove(turn)) {
                return;
            }
            if (lane.isEmpty()) {
                lanes.remove(turn.key);
            }
            if (!begun) {
                waiting--;
            }
            next = next(turn.key);
        }
        goOn(next);
    }

    /** Begins the first call of a key, if it waited and is ready, and returns it; else null. */
    private @Nullable Turn next(Object key) {
        ArrayDeque<Turn> lane = lanes.get(key);
        Turn first = lane == null ? null : lane.peek();
        if (first == null || first.begun || !first.ready) {
            return null;
        }
        first.begun = true;
        waiting--;
        return first;
    }

    private static void goOn(@Nullable Turn next) {
        if (next != null) {
            next.goOn.run();
        }
    }
}
