package io.parley.recording;

import io.parley.soap.SoapHead;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Recorded message as SOAP.
 *
 * @param record its number
 * @param time of the record
 * @param message description of the message
 * @param session description of its session
 * @param head the values that a transport would carry outside the envelope; null if they cannot be read
 * @param envelope the envelope as text; empty if the message had none (such as the acceptance of a one-way call), or
 *     could not be rebuilt
 * @param problem why it could not be rebuilt; empty if it was
 */
public record RebuiltMessage(
        long record,
        Instant time,
        RecordedMessage message,
        SessionDescription session,
        @Nullable SoapHead head,
        String envelope,
        String problem) {
    /** Returns whether the envelope was rebuilt completely. */
    public boolean isRebuilt() {
        return problem.isEmpty();
    }
}
