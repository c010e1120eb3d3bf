package io.parley.transport.stream.endpoint;

import io.parley.runtime.Conversation;
import io.parley.runtime.Streamer;

/** The session that a message came by, for messages back. Thread-safe; may be kept. */
public final class StreamSession {
    private final Conversation conversation;
    private final Streamer streamer;
    private final boolean redelivered;

    StreamSession(Conversation conversation, Streamer streamer, boolean redelivered) {
        this.conversation = conversation;
        this.streamer = streamer;
        this.redelivered = redelivered;
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
     * @throws io.parley.ParleyException {@code UNKNOWN_OPERATION}, {@code ENCODING}, {@code LIMIT}, or {@code CLOSED} or
     *     {@code GOING_AWAY} if the session takes no more
     */
    public void send(String operation, Object value) {
        streamer.send(conversation.beginOneWay(), operation, value);
    }

    /** Whether more messages may be sent. */
    public boolean isOpen() {
        return conversation.isOpen();
    }

    /** Lets what is under way finish, then closes. */
    public void drain() {
        conversation.drain();
    }

    /** Of one session, whichever message it came with. */
    @Override
    public boolean equals(Object other) {
        return other instanceof StreamSession session && conversation == session.conversation;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(conversation);
    }
}
