package io.parley.runtime;

import io.parley.ParleyException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Handler of the messages that one side receives in a session. Called on the runtime's worker executor, and on an event
 * loop only if {@link #isNonBlocking} allows it.
 */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Handles a message and eventually closes it. Messages of one session may be delivered concurrently; {@link #order}
     * determines this for one-way messages. An exception refuses the message: a {@link ParleyException} with its code,
     * any other with {@code INTERNAL}; the runtime then closes the message. A handler must therefore not close it in a
     * {@code finally} block or by try-with-resources: closing an unanswered request answers it with {@code INTERNAL}
     * before the exception can.
     */
    void onMessage(IncomingMessage message);

    /**
     * Checks the terms in the peer's OPEN before the session is accepted. Called on the channel's thread; must not
     * block.
     *
     * @param terms the terms bytes of OPEN; must not be modified
     * @throws ParleyException to refuse the session with its code
     */
    default void checkOpening(byte[] terms) {}

    /**
     * Returns whether {@link #onMessage} never blocks and is quick. The messages that it sends must then be short: a
     * long response may not fit into the send queue, and the channel's thread cannot wait ({@code BUDGET}). Messages of
     * one fragment are then delivered on the channel's thread, which saves two thread switches and delays other
     * connections meanwhile; larger ones are still delivered on a worker.
     */
    default boolean isNonBlocking() {
        return false;
    }

    /**
     * Returns whether {@link #onMessage} may be called, on a worker, when only the first fragment of a long message has
     * arrived. Reading its source then blocks for the rest, and fails if that does not arrive: nothing may be done for
     * the message before {@link io.parley.representation.Source#expectEnd} or {@link IncomingMessage#awaitWhole} has
     * confirmed that it is complete.
     */
    default boolean readsAsItComes() {
        return false;
    }

    /**
     * Returns the executor of {@link #onMessage}, for messages that are not delivered on a channel's thread.
     *
     * @param usual that of the runtime
     */
    default Executor workers(Executor usual) {
        return usual;
    }

    /**
     * Returns the order of a session's one-way messages. With {@link MessageOrder#SESSION} each is delivered when the
     * previous one was closed; calls are delivered in parallel to them.
     */
    default MessageOrder order() {
        return MessageOrder.SESSION;
    }

    /**
     * Called when the session is closed.
     *
     * @param why null after an orderly end
     */
    default void onClosed(Conversation conversation, @Nullable ParleyException why) {}
}
