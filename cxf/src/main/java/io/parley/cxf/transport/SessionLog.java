package io.parley.cxf.transport;

import io.parley.negotiation.Agreement;
import io.parley.runtime.IncomingMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Session of a streamed call in the logging context (MDC) of the thread that handles it, so that each log line of the
 * service shows session and channel. Confined to one thread.
 */
final class SessionLog implements AutoCloseable {
    /** MDC key of the agreement's id, which is equal on both sides. */
    static final String SESSION = "parley.session";

    /** MDC key of the session's channel. */
    static final String CHANNEL = "parley.channel";

    private SessionLog() {}

    /** Sets the MDC entries; returns null for a message that has ended. */
    static @Nullable SessionLog of(@Nullable IncomingMessage request) {
        if (request == null) {
            return null;
        }
        Agreement agreement = request.conversation().agreement();
        MDC.put(SESSION, agreement.id());
        MDC.put(CHANNEL, agreement.channel());
        return new SessionLog();
    }

    @Override
    public void close() {
        MDC.remove(SESSION);
        MDC.remove(CHANNEL);
    }
}
