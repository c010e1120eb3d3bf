package io.parley.recording;

import java.time.Instant;
import java.util.List;

/** What waits to be written. */
sealed interface Task {
    /** A message; its session is described before its first. */
    record Message(RecordedSession session, RecordedMessage message, List<byte[]> content, long reserved, Instant time)
            implements Task {}

    /** A session's messages are all there. */
    record SessionEnd(RecordedSession session, Instant time) implements Task {}

    /** Nothing more comes. */
    record Stop() implements Task {}
}
