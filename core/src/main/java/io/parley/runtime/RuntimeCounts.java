package io.parley.runtime;

import java.time.Duration;

/**
 * What the sessions of a runtime did since it was made, and hold now.
 *
 * @param sessions that are open now
 * @param heldBytes reserved now: for messages that come or wait to be read, and for what waits to be sent
 * @param objectBytes what the objects take that messages were decoded to whose handlers have not ended, as estimated
 * @param waits how often somebody who wrote a message waited for a window or a budget to have room for more of it
 * @param waited for how long they did, together; those who still wait are not in it yet
 * @param traffic of all sessions
 */
public record RuntimeCounts(
        int sessions, long heldBytes, long objectBytes, long waits, Duration waited, Traffic traffic) {
    /** Of a runtime that was never made. */
    public static final RuntimeCounts NONE = new RuntimeCounts(0, 0, 0, 0, Duration.ZERO, Traffic.NONE);
}
