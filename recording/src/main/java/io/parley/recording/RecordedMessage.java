package io.parley.recording;

import io.parley.context.ContentAddress;
import java.util.Map;

/**
 * Description of a recorded message, apart from its content.
 *
 * @param session number of its session within the recording
 * @param direction seen from the recording side
 * @param kind of message
 * @param call number within the session, the same for a request and its answer
 * @param operation name of the operation, or other available information; may be empty
 * @param redelivered true if the message had been delivered before
 * @param whole true if its content is complete
 * @param headers content addresses of the header blocks that the content refers to, by number
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

    /** Kind of a message. */
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
