package io.parley.cxf.transport;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.time.Duration;
import java.util.Map;
import org.apache.cxf.message.Message;

/** End of the time of a call that is made again: that of its first attempt, in its request context. */
public final class CallDeadline {
    private static final String PROPERTY = "io.parley.cxf.deadline";

    private CallDeadline() {}

    /**
     * Sets the end of a call.
     *
     * @param end as of {@link System#nanoTime}
     */
    public static void set(Map<String, Object> requestContext, long end) {
        requestContext.put(PROPERTY, end);
    }

    /**
     * Returns the time that a call has: the given one or, if the call is made again, what is left of the time of its
     * first attempt.
     *
     * @throws ParleyException {@code TIMEOUT} if nothing is left
     */
    public static Duration within(Message message, Duration timeout) {
        if (!(message.get(PROPERTY) instanceof Long end)) {
            return timeout;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw new ParleyException(
                    ErrorCode.TIMEOUT,
                    "the call was not dispatched by the session that ended, and its time is over; the setting is the"
                            + " receive timeout of the client");
        }
        return Duration.ofNanos(Math.min(left, timeout.toNanos()));
    }
}
