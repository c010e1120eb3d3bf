package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.Conversation;
import org.jspecify.annotations.Nullable;

/** The session that a message came by, for messages back; a call by SOAP has none. Thread-safe; may be kept. */
public final class EndpointSession {
    /** Null if the message came by SOAP. */
    private final @Nullable Conversation conversation;

    private final Streamer streamer;
    private final boolean redelivered;

    EndpointSession(@Nullable Conversation conversation, Streamer streamer, boolean redelivered) {
        this.conversation = conversation;
        this.streamer = streamer;
        this.redelivered = redelivered;
    }

    static EndpointSession none(Streamer streamer) {
        return new EndpointSession(null, streamer, false);
    }

    /**
     * Whether the message that this came with may have been handled before, by a process that ended: only where sessions
     * are durable. Whoever must not do things twice asks what became of them the first time.
     */
    public boolean isRedelivered() {
        return redelivered;
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
        streamer.send(conversation::beginOneWay, operation, value);
    }

    /** Whether more messages may be sent. */
    public boolean isOpen() {
        return conversation != null && conversation.isOpen();
    }

    /** Lets what is under way finish, then closes. */
    public void drain() {
        if (conversation != null) {
            conversation.drain();
        }
    }

    /** Of one session, whichever message it came with. */
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
