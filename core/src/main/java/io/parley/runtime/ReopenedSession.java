package io.parley.runtime;

import java.util.List;

/**
 * A session of the opening side that was continued after a restart.
 *
 * @param conversation open for new messages at once; they are sent when there is a connection
 * @param calls those that were interrupted, in the order in which they were made
 */
public record ReopenedSession(Conversation conversation, List<InterruptedCall> calls) {
    public ReopenedSession {
        calls = List.copyOf(calls);
    }
}
