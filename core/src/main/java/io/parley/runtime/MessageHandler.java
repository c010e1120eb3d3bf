package io.parley.runtime;

import io.parley.ParleyException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Handler of a side's messages in a session. Called on the runtime's worker executor, and on an event loop only if
 * {@link #isNonBlocking} allows it.
 */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Takes a message and, sooner or later, closes it. Messages of one session may come concurrently, one-way messages as
     * {@link #order} says. What is thrown
     * refuses the message: a {@link ParleyException} with its code, everything else with {@code INTERNAL};
     * the message is then closed by the runtime. So a handler closes it only when all went well, not in a {@code
     * finally} or by try-with-resources: closing an unanswered request answers it with {@code INTERNAL}, before the
     * exception could with its own code.
     */
    void onMessage(IncomingMessage message);

    /**
     * Checks what the opening side says in OPEN, before the session is accepted. Called on the channel's thread; must not
     * block.
     *
     * @param terms the terms bytes of OPEN; not to be changed
     * @throws ParleyException if the session must not be opened; its code refuses it
     */
    default void checkOpening(byte[] terms) {}

    /**
     * Returns whether {@link #onMessage} never blocks and is quick. Messages that it sends are then short: for a long
     * answer there may be no room at once, and the channel's thread cannot wait for it ({@code BUDGET}). Messages that
     * came as one fragment are then handed over on the channel's thread, which saves two thread switches and delays
     * other connections meanwhile; larger ones still on a worker.
     */
    default boolean isNonBlocking() {
        return false;
    }

    /**
     * Returns whether {@link #onMessage} may be called, on a worker, when a long message has only begun to come.
     * Reading its source then blocks for the rest, and fails if that does not come: nothing may be done for the message
     * before {@link io.parley.representation.Source#expectEnd} or {@link IncomingMessage#awaitWhole} confirmed that it
     * is whole.
     */
    default boolean readsAsItComes() {
        return false;
    }

    /**
     * Returns the executor of {@link #onMessage}, unless it is called on a channel's thread.
     *
     * @param usual of the runtime
     */
    default Executor workers(Executor usual) {
        return usual;
    }

    /**
     * Returns the order of a session's one-way messages. In the order of the session each comes when the one before it
     * was closed, and calls come in parallel to them.
     */
    default MessageOrder order() {
        return MessageOrder.SESSION;
    }

    /** The session is over; the reason is null after an orderly end. */
    default void onClosed(Conversation conversation, @Nullable ParleyException why) {}
}
