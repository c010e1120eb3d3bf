package io.parley.recording;

import io.parley.soap.SoapHead;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recorded message as SOAP.
 *
 * @param record its number
 * @param session what its session was about
 * @param head what the transport would have said beside the envelope; null if that cannot be read
 * @param envelope the envelope as text; empty if the message had none (a reply that only says that a one-way call was
 *     taken), or cannot be made into one
 * @param problem why not; empty if it is rebuilt
 */
public record RebuiltMessage(
        long record,
        Instant time,
        RecordedMessage message,
        SessionDescription session,
        @Nullable SoapHead head,
        String envelope,
        String problem) {
    /** Whether the envelope is what travelled. */
    public boolean isRebuilt() {
        return problem.isEmpty();
    }
}
