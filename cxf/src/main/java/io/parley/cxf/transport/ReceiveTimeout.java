package io.parley.cxf.transport;

import io.parley.Durations;
import java.time.Duration;
import org.apache.cxf.message.Message;

/** Time limit of a call for its response: the application's setting for its transport applies to sessions too. */
final class ReceiveTimeout {
    private ReceiveTimeout() {}

    /**
     * Returns the time limit of a call.
     *
     * @param initial the transport's own time limit
     */
    static Duration of(Message message, Duration initial) {
        long millis = initial.toMillis();
        Object set = message.getContextualProperty(Message.RECEIVE_TIMEOUT);
        if (set != null) {
            millis = parse(set.toString().trim(), millis);
        }
        return Durations.ofTimeout(millis);
    }

    private static long parse(String text, long otherwise) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            // Ignored, as over HTTP.
            return otherwise;
        }
    }
}
