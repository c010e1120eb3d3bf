package io.parley.recording;

import io.parley.context.Value;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** An entry in the queue of the recorder's thread. */
sealed interface Task {
    /**
     * A message; its session is described before its first.
     *
     * @param message without its header blocks: hashing them is left to the thread that writes
     * @param headers header blocks for which numbers stand in the content
     */
    record Message(
            RecordedSession session,
            RecordedMessage message,
            Map<Integer, Value> headers,
            List<byte[]> content,
            long reserved,
            Instant time)
            implements Task {}

    /** A session's messages are all there. */
    record SessionEnd(RecordedSession session, Instant time) implements Task {}

    /** End of the queue. */
    record Stop() implements Task {}
}
