package io.parley.cxf.transport;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.carrier.Carrier;
import java.time.Duration;
import java.util.Map;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;

/**
 * End of the time of a call that waited before it was sent: for a negotiation, in its message, or on a session that did
 * not take it, in the request context of its next attempt.
 */
public final class CallDeadline {
    private static final String PROPERTY = "io.parley.cxf.deadline";

    private CallDeadline() {}

    /**
     * Sets the end of a call.
     *
     * @param call the message or the request context
     * @param end as of {@link System#nanoTime}
     */
    public static void set(Map<String, Object> call, long end) {
        call.put(PROPERTY, end);
    }

    /**
     * Returns the time that a call has: its receive timeout or, if its end was set, what is left until then.
     *
     * @param conduit of the call by SOAP
     * @throws ParleyException {@code TIMEOUT} if nothing is left
     */
    public static Duration left(Message message, Carrier carrier, Conduit conduit) {
        Duration timeout = ReceiveTimeout.of(message, carrier.receiveTimeout(message, conduit));
        if (!(message.get(PROPERTY) instanceof Long end)) {
            return timeout;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw new ParleyException(
                    ErrorCode.TIMEOUT,
                    "the call's time ended before a session took it, and it was not dispatched; the setting is the receive"
                            + " timeout of the client");
        }
        return Duration.ofNanos(Math.min(left, timeout.toNanos()));
    }
}
