package io.parley.runtime;

import io.parley.ParleyException;
import org.jspecify.annotations.Nullable;

/** What a side does with the messages of a session. Called on the runtime's worker executor, never on an event loop. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Takes a message and, sooner or later, closes it. Messages of one session may come concurrently. What is thrown
     * refuses the message: a {@link ParleyException} with its code, everything else with {@code INTERNAL};
     * the message is then closed by the runtime. So a handler closes it only when all went well, not in a {@code
     * finally} or by try-with-resources: closing an unanswered request answers it with {@code INTERNAL}, before the
     * exception could with its own code.
     */
    void onMessage(IncomingMessage message);

    /** The session is over; the reason is null after an orderly end. */
    default void onClosed(Conversation conversation, @Nullable ParleyException why) {}
}
