package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.negotiation.Agreement;
import org.jspecify.annotations.Nullable;

/**
 * Surroundings of a session: where its frames go, and what it asks before it goes on. Called inside the session's
 * methods, by their thread; must not call back into the session. Everything that follows from an event stands in the
 * {@link #effects} instead, which are applied once the session's method has returned.
 */
public interface SessionHost {

    /** Returns the list that the session adds its effects to; always the same. */
    Effects effects();

    /** Queues a frame on a lane of the connection, and owns it. */
    void send(ByteBuf frame, int lane);

    /** Returns the number of lanes of the connection that stands; frames of one alone arrive in their order. */
    default int lanes() {
        return 1;
    }

    /** Returns whether a lane takes content frames now, where others may. */
    boolean isWritable(int lane);

    /**
     * Returns whether content frames may be queued now; {@link Session#onWritable} is to be called when they may again.
     */
    default boolean isWritable() {
        return isWritable(0);
    }

    /** Returns the datagrams of its connections; always the same. */
    default Datagrams datagrams() {
        return Datagrams.NONE;
    }

    /** Closes the connection behind what was sent. */
    void disconnect();

    /**
     * Accepting side: someone wants a session.
     *
     * @return the agreement that the token was issued with
     * @throws io.parley.ParleyException with the code to refuse with
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

    /** Called before the first frame of a request of this side goes out, if the session is durable. */
    default void onCall(Stream stream) {}

    /** Returns whether the peer's one-way messages are handed on in the order in which it began them. */
    default boolean keepsOrder() {
        return false;
    }

    /**
     * Returns whether a message that is longer than one fragment, and of which the first came, is read while it comes, by
     * {@link Exchange#read}. Until it {@link Received#hasEnded} it may still fail, and then was never received.
     */
    default boolean readsAsItComes(Received content) {
        return false;
    }
}
