package io.parley.cxf.transport;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Order of the one-way calls of one session: calls of one key are handled in sequence, in the order in which they were
 * accepted. The chain of a waiting call is paused and holds no thread. Thread-safe.
 */
final class OneWayTurns {
    /**
     * Number of waiting calls that are accepted before their turn, the capacity of CXF's own queue for one-way calls;
     * the callers of further ones wait.
     */
    private static final int ANSWERED_EARLY = 256;

    /** Key of calls without an ordering key. */
    private static final Object NO_KEY = new Object();

    /** Calls by key, the one being handled first. Guarded by this; keys without calls are removed. */
    private final Map<Object, ArrayDeque<Turn>> lanes = new HashMap<>();
    /** Number of waiting calls. Guarded by this. */
    private int waiting;

    /** Position of a call in its lane. */
    enum Place {
        /** The call has its turn. */
        FIRST,
        /** The call waits; its caller does not. */
        BEHIND,
        /** The call waits, and so does its caller. */
        FAR_BEHIND
    }

    /** Turn of one call. Its state is guarded by the turns of the session. */
    static final class Turn {
        private final Object key;
        private final Runnable resume;
        private boolean ready;
        private boolean started;

        /**
         * Creates a turn.
         *
         * @param key ordering key of the call; null if it has none
         * @param resume resumes a call that waited; must not block
         */
        Turn(@Nullable Object key, Runnable resume) {
            this.key = key == null ? NO_KEY : key;
            this.resume = resume;
        }
    }

    /** Enters a call and returns its position; a waiting call does not resume before {@link #ready} either. */
    synchronized Place enter(Turn turn) {
        ArrayDeque<Turn> lane = lanes.computeIfAbsent(turn.key, key -> new ArrayDeque<>());
        lane.add(turn);
        if (lane.size() == 1) {
            turn.started = true;
            return Place.FIRST;
        }
        waiting++;
        return waiting <= ANSWERED_EARLY ? Place.BEHIND : Place.FAR_BEHIND;
    }

    /** Marks a waiting call as paused, so that it may be resumed. */
    void ready(Turn turn) {
        Turn next;
        synchronized (this) {
            turn.ready = true;
            next = next(turn.key);
        }
        resume(next);
    }

    /** Removes a waiting call that is not ready and has failed. */
    void withdraw(Turn turn) {
        remove(turn, false);
    }

    /** Removes a call that is over; no effect if it has no turn. */
    void leave(Turn turn) {
        remove(turn, true);
    }

    private void remove(Turn turn, boolean started) {
        Turn next;
        synchronized (this) {
            ArrayDeque<Turn> lane = lanes.get(turn.key);
            if (lane == null || turn.started != started || !lane.remove(turn)) {
                return;
            }
            if (lane.isEmpty()) {
                lanes.remove(turn.key);
            }
            if (!started) {
                waiting--;
            }
            next = next(turn.key);
        }
        resume(next);
    }

    /** Starts the first call of a key if it waited and is ready, and returns it; otherwise returns null. */
    private @Nullable Turn next(Object key) {
        ArrayDeque<Turn> lane = lanes.get(key);
        Turn first = lane == null ? null : lane.peek();
        if (first == null || first.started || !first.ready) {
            return null;
        }
        first.started = true;
        waiting--;
        return first;
    }

    private static void resume(@Nullable Turn next) {
        if (next != null) {
            next.resume.run();
        }
    }
}
