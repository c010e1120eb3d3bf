package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import org.jspecify.annotations.Nullable;

/**
 * Effects of a session. Called inside the session's methods, by their thread; must not call back into the session
 * except where it says so.
 */
public interface SessionActions {
    /** Queues a frame, and owns it. */
    void send(ByteBuf frame);

    /**
     * Returns whether content frames may be queued now; {@link Session#onWritable} is to be called when they may again.
     */
    boolean isWritable();

    /** Closes the connection behind what was sent. */
    void disconnect();

    /**
     * Accepting side: someone wants a session.
     *
     * @return the agreement that the token was issued with
     * @throws ParleyException with the code to refuse with
     */
    Agreement onOpen(byte[] token, byte[] digest, byte[] terms);

    /** Accepting side: a secret by which the session that was asked for can be resumed. Called if that was agreed. */
    byte[] newSecret();

    /**
     * Opening side: a secret by which the session can be resumed from now on, and by none that came before once anything is
     * sent. Comes before whatever else the connection leads to.
     */
    default void onSecret(byte[] secret) {}

    /** Returns the log for the frames of a durable session; null if they are not stored. */
    default @Nullable FrameLog frameLog() {
        return null;
    }

    /**
     * Accepting side: someone wants a session to go on. After this event {@link Session#goOn} takes it over from where it
     * was, or {@link Session#onRefused} refuses it.
     *
     * @throws ParleyException with the code to refuse with
     */
    void onResume(byte[] secret, byte[] digest, long received);

    /** A request of this side goes out with the next frame. */
    default void onCall(Stream stream) {}

    /** A one-way message of this side went out to its end, which need not have arrived. */
    default void onSent(Stream stream) {}

    /**
     * Called on the opening side of a session that goes on where another process left it, for a call that was under
     * way. Its answer comes as for calls of this process.
     *
     * @param call null for one that did not go out whole, and is never dispatched
     * @param label the label given to {@link DurableState#onCall}
     */
    default void onLeft(@Nullable Stream call, String label) {}

    /**
     * Called when a call ran out of time and nothing was heard of the peer lately, or nothing at all for the keep-alive
     * time: new messages should go another way until {@link #onTrusted} or the session's end.
     */
    default void onSuspect() {}

    /** A sign of life of a suspect peer came. */
    default void onTrusted() {}

    /** The session is open: messages may be begun. */
    void onOpened();

    /**
     * The connection is gone or no good any more, but the session can be resumed: by {@link Session#resuming} or {@link
     * Session#goOn}, until {@link Session#giveUp}.
     */
    void onConnectionLost(ParleyException why);

    /** Opening side: the session goes on, on the connection of the {@link Session} that resumed it. */
    void onResumed();

    /** The first frame came on a connection that resumed the session: both sides know of it. */
    void onProved();

    /** Opening side: this connection did not resume the session; another may. */
    void onResumptionFailed(ParleyException why);

    /**
     * A whole message came; whoever is given it closes it. For a request the stream takes an answer; for an answer it
     * is the stream that the request began.
     */
    void onMessage(Stream stream, MessageKind kind, Received content);

    /** Returns whether the peer's one-way messages are handed on in the order in which it began them. */
    default boolean keepsOrder() {
        return false;
    }

    /**
     * Called when a message that is longer than one fragment begins to come. Returns true to read it while it comes, by
     * {@link Exchange#read} after each {@link #onArrival}; else it comes whole by {@link #onMessage}. Until it {@link
     * Received#hasEnded} it may still fail, and then was never received.
     */
    boolean onArriving(Stream stream, MessageKind kind, Received content);

    /** Called when more came of a message that is read while it comes: content, its end, or an error. */
    void onArrival(Received content);

    /**
     * A stream ended before its time. On a stream of this side: there will be no answer, and the code says whether the
     * message may have been dispatched; on a side stream of this side: nobody wants what it would bring. On one of the
     * peer: nobody waits for the answer.
     */
    void onStreamFailed(Stream stream, ParleyException why);

    /**
     * A side stream of this side that was attached to a message may be written, has little left to send, or is over
     * because all of it was read.
     */
    void onSideReady(Stream side);

    /** A side stream of the peer brought something: content, its end, or why there will be none. */
    void onSide(IncomingSide side);

    /** The session is over, or never was opened; the reason is null after an orderly end. Comes once and last. */
    void onClosed(@Nullable ParleyException why);
}
