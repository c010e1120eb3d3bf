package io.parley.recording;

import io.parley.soap.SoapHead;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recorded message as SOAP.
 *
 * @param record its number
 * @param session description of its session
 * @param head the values that the transport would have had beside the envelope; null if they cannot be read
 * @param envelope the envelope as text; empty if the message had none (the bare acceptance of a one-way call), or could
 *     not be rebuilt
 * @param problem the reason why it could not be rebuilt; empty if it was
 */
public record RebuiltMessage(
        long record,
        Instant time,
        RecordedMessage message,
        SessionDescription session,
        @Nullable SoapHead head,
        String envelope,
        String problem) {
    /** Returns whether the envelope is the one that travelled. */
    public boolean isRebuilt() {
        return problem.isEmpty();
    }
}
