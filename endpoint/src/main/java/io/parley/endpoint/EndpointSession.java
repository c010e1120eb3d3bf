package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import org.jspecify.annotations.Nullable;

/** The session that a message came by, for messages back; a call by SOAP has none. Thread-safe; may be kept. */
public final class EndpointSession {
    /** Null if the message came by SOAP. */
    private final @Nullable Conversation conversation;

    private final Streamer streamer;
    /** Message that it came with; null if that was SOAP. */
    private final @Nullable IncomingMessage message;

    EndpointSession(@Nullable IncomingMessage message, Streamer streamer) {
        this.conversation = message == null ? null : message.conversation();
        this.streamer = streamer;
        this.message = message;
    }

    static EndpointSession none(Streamer streamer) {
        return new EndpointSession(null, streamer);
    }

    /**
     * Returns whether the message that this came with may have been handled before, by a process that ended: only where
     * sessions are durable. A handler that must not do things twice checks the result of the first time.
     */
    public boolean isRedelivered() {
        return message != null && message.isRedelivered();
    }

    /**
     * Returns whether the caller still waits for the answer to the message that this came with: false once it cancelled
     * the call, its time ran out or the session ended, so that a long handler may give up. Always true for a call by
     * SOAP, where that is not known.
     */
    public boolean isWanted() {
        return message == null || message.isWanted();
    }

    /**
     * Runs a task once the caller does not wait any more, at once if it does not already; a later task takes the place of an earlier one.
     *
     * @param task runs on the thread that finds out, which may be the channel's: it must not block
     */
    public void onUnwanted(Runnable task) {
        if (message != null) {
            message.onUnwanted(task);
        }
    }

    /**
     * Sends a message without response to the other side.
     *
     * @throws ParleyException {@code UNKNOWN_OPERATION}, {@code ENCODING}, {@code LIMIT}, or {@code CLOSED} or
     *     {@code GOING_AWAY} if the session takes no more, or there is none
     */
    public void send(String operation, Object value) {
        if (conversation == null) {
            throw new ParleyException(
                    ErrorCode.CLOSED, operation + ": expected a session to send it by, found a call by SOAP");
        }
        streamer.send(operation, value, conversation);
    }

    /** Sends a message of an operation without response in the same way. */
    public <Q> void send(Operation<Q, Void> operation, Q value) {
        send(operation.name(), (Object) value);
    }

    /** Returns whether more messages may be sent. */
    public boolean isOpen() {
        return conversation != null && conversation.isOpen();
    }

    /** Lets work under way finish, then closes. */
    public void drain() {
        if (conversation != null) {
            conversation.drain();
        }
    }

    /** Returns whether both are of one session, whichever message they came with. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof EndpointSession session
                        && conversation != null
                        && conversation == session.conversation);
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(conversation == null ? this : conversation);
    }
}
