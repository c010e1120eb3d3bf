package io.parley.runtime;

import java.time.Duration;

/**
 * Counters of a runtime's sessions since it was made, and their current memory.
 *
 * @param sessions that are open now
 * @param heldBytes reserved now: for messages that come or wait to be read, and for content that waits to be sent
 * @param objectBytes estimated memory of the objects that messages were decoded to, whose handlers have not ended
 * @param waits number of times that a writer of a message waited for room in a window or a budget
 * @param waited total time of those waits; current ones are not in it yet
 * @param traffic of all sessions
 * @param events what happened to them
 */
public record RuntimeCounts(
        int sessions,
        long heldBytes,
        long objectBytes,
        long waits,
        Duration waited,
        Traffic traffic,
        SessionEvents events) {
    /** Counts of a runtime that was never made. */
    public static final RuntimeCounts NONE =
            new RuntimeCounts(0, 0, 0, 0, Duration.ZERO, Traffic.NONE, SessionEvents.NONE);
}
