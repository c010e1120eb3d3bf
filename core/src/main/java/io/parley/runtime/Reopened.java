package io.parley.runtime;

import java.util.List;

/**
 * A session that goes on where another process of the opening side left it.
 *
 * @param conversation at once open for new messages, which go out when there is a connection
 * @param calls those that were under way, in the order in which they were made
 */
public record Reopened(Conversation conversation, List<InterruptedCall> calls) {
    public Reopened {
        calls = List.copyOf(calls);
    }
}
