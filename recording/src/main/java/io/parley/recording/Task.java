package io.parley.recording;

import io.parley.context.Value;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Entry in the queue of the recorder's thread. */
sealed interface Task {
    /**
     * Message to write; its session is described before its first message.
     *
     * @param message without its header blocks, which the recorder's thread hashes
     * @param headers header blocks that the content refers to, by number
     * @param content parts of the content
     * @param reserved bytes reserved in the queue
     */
    record Message(
            RecordedSession session,
            RecordedMessage message,
            Map<Integer, Value> headers,
            List<byte[]> content,
            long reserved,
            Instant time)
            implements Task {}

    /** End of a session, after all of its messages. */
    record SessionEnd(RecordedSession session, Instant time) implements Task {}

    /** End of the queue. */
    record Stop() implements Task {}
}
