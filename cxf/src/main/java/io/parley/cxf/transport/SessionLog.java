package io.parley.cxf.transport;

import io.parley.negotiation.Agreement;
import io.parley.runtime.IncomingMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Session of a streamed call in the logging context (MDC) of the thread that handles it, so that each line that the service logs says
 * by which session and channel its call came. Used by one thread.
 */
final class SessionLog implements AutoCloseable {
    /** Name of the agreement's id, which the lines of both sides have. */
    static final String SESSION = "parley.session";

    /** Name of the session's channel. */
    static final String CHANNEL = "parley.channel";

    private SessionLog() {}

    /** Begins it; returns null for a message that is over. */
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
