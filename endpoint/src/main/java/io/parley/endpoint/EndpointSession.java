package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import org.jspecify.annotations.Nullable;

/**
 * The session in which a message was received, for messages to its sender; without a session for a call by SOAP.
 * Thread-safe; may be kept after the call.
 */
public final class EndpointSession {
    /** Null if the message was received by SOAP. */
    private final @Nullable Conversation conversation;

    private final Streamer streamer;
    /** The message for which this was created; null if that was received by SOAP. */
    private final @Nullable IncomingMessage message;

    private final boolean redelivered;

    private EndpointSession(@Nullable IncomingMessage message, Streamer streamer, boolean redelivered) {
        this.conversation = message == null ? null : message.conversation();
        this.streamer = streamer;
        this.message = message;
        this.redelivered = redelivered;
    }

    EndpointSession(IncomingMessage message, Streamer streamer) {
        this(message, streamer, message.isRedelivered());
    }

    /** Returns the absence of a session, for a message received by SOAP. */
    static EndpointSession none(Streamer streamer, boolean redelivered) {
        return new EndpointSession(null, streamer, redelivered);
    }

    /**
     * Returns whether the message may have been handled before, by an earlier process: in a durable session, or if it
     * was received by SOAP from a queue that redelivers. A handler that must not do things twice has to check for the
     * result of the first time.
     */
    public boolean isRedelivered() {
        return redelivered;
    }

    /**
     * Returns whether the caller still waits for the response: false once it cancelled the call, its timeout expired or
     * the session ended, so that a long-running handler may stop. Always true for a call by SOAP, for which it is not
     * known.
     */
    public boolean isWanted() {
        return message == null || message.isWanted();
    }

    /**
     * Registers a task to run once the caller no longer waits, or at once if it does not; replaces an earlier task.
     *
     * @param task runs on the thread that detects this, possibly the channel's: it must not block
     */
    public void onUnwanted(Runnable task) {
        if (message != null) {
            message.onUnwanted(task);
        }
    }

    /**
     * Sends a message without a response to the other side.
     *
     * @throws ParleyException {@code UNKNOWN_OPERATION}, {@code ENCODING}, {@code LIMIT}, or {@code CLOSED} or
     *     {@code GOING_AWAY} if there is no open session
     */
    public void send(String operation, Object value) {
        if (conversation == null) {
            throw new ParleyException(
                    ErrorCode.CLOSED, operation + ": expected a session to send it by, found a call by SOAP");
        }
        streamer.send(operation, value, conversation);
    }

    /** Sends a message of an operation without a response to the other side. */
    public <Q> void send(Operation<Q, Void> operation, Q value) {
        send(operation.name(), (Object) value);
    }

    /** Returns whether further messages may be sent. */
    public boolean isOpen() {
        return conversation != null && conversation.isOpen();
    }

    /** Drains the session: it closes when work in progress is finished. */
    public void drain() {
        if (conversation != null) {
            conversation.drain();
        }
    }

    /** Returns whether both belong to the same session. */
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
