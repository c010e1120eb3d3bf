package io.parley.runtime;

import java.time.Duration;

/**
 * Counters of a runtime's sessions since it was created, and their current memory.
 *
 * @param sessions number of open sessions
 * @param heldBytes bytes reserved now for received and for queued outgoing content
 * @param objectBytes estimated bytes of the decoded objects of messages in progress
 * @param waits number of times that a writer waited for a window or a budget
 * @param waited total time of finished waits
 * @param traffic of all sessions
 * @param events of all sessions
 */
public record RuntimeCounts(
        int sessions,
        long heldBytes,
        long objectBytes,
        long waits,
        Duration waited,
        Traffic traffic,
        SessionEvents events) {
    /** Counters of a runtime that was never created. */
    public static final RuntimeCounts NONE =
            new RuntimeCounts(0, 0, 0, 0, Duration.ZERO, Traffic.NONE, SessionEvents.NONE);
}
