package io.parley.recording;

import io.parley.context.ContentAddress;
import java.util.Map;

/**
 * Description of a recorded message, beside its content.
 *
 * @param session number of its session within the recording
 * @param call the same for a request and its answer, counted within the session
 * @param operation the operation's name, or what else is known of it; may be empty
 * @param redelivered whether it had been delivered before
 * @param whole whether all of its content is there
 * @param headers content addresses of the header blocks whose numbers stand in the content
 */
public record RecordedMessage(
        long session,
        Direction direction,
        Kind kind,
        long call,
        String operation,
        boolean redelivered,
        boolean whole,
        Map<Integer, ContentAddress> headers) {
    public RecordedMessage {
        headers = Map.copyOf(headers);
    }

    RecordedMessage with(Map<Integer, ContentAddress> addresses) {
        return addresses.isEmpty()
                ? this
                : new RecordedMessage(session, direction, kind, call, operation, redelivered, whole, addresses);
    }

    /** Direction of a message, seen from the side that recorded it. */
    public enum Direction {
        RECEIVED(0),
        SENT(1);

        private final int number;

        Direction(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    /** Kind of a message to its receiver. */
    public enum Kind {
        REQUEST(0),
        ONE_WAY(1),
        RESPONSE(2),
        FAULT(3);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }
}
