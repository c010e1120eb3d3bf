package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.negotiation.Agreement;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a session: its connection and its decisions. Called within the session's methods, by their thread;
 * must not call back into the session. Results of events are added to the {@link #effects} instead, which are applied
 * after the session's method has returned.
 */
public interface SessionHost {

    /** Returns the queue that the session adds its effects to; always the same. */
    Effects effects();

    /** Queues a frame on a track of the connection and takes ownership of it. */
    void send(ByteBuf frame, int track);

    /** Returns the number of tracks of the current connection; only frames of the same track arrive in order. */
    default int tracks() {
        return 1;
    }

    /** Returns whether a track takes content frames now; other tracks may differ. */
    boolean isWritable(int track);

    /**
     * Returns whether content frames may be queued now. After false, {@link Session#onWritable} must be called once
     * they may.
     */
    default boolean isWritable() {
        return isWritable(0);
    }

    /** Returns the datagrams of the session's connections; always the same. */
    default Datagrams datagrams() {
        return Datagrams.NONE;
    }

    /** Closes the connection after the queued frames were sent. */
    void disconnect();

    /**
     * Accepting side: called when a peer requests a session.
     *
     * @return the agreement that the token was issued for
     * @throws io.parley.ParleyException with the code to refuse with
     */
    Agreement onOpen(byte[] token, byte[] digest, byte[] terms);

    /**
     * Accepting side: creates the secret by which the requested session can be resumed. Called only if it is resumable.
     */
    byte[] newSecret();

    /**
     * Opening side: called with the secret by which the session can be resumed from now on; earlier secrets are invalid
     * once anything is sent. Called before any other result of the connection.
     */
    default void onSecret(byte[] secret) {}

    /** Returns the log for the frames of a durable session; null if they are not stored. */
    default @Nullable FrameLog frameLog() {
        return null;
    }

    /** Called before the first frame of a request of this side is sent, if the session is durable. */
    default void onCall(Stream stream) {}

    /** Returns whether the peer's one-way messages are delivered in the order in which it started them. */
    default boolean keepsOrder() {
        return false;
    }

    /**
     * Returns whether a message of more than one fragment is read while it arrives, by {@link Exchange#read}; asked
     * after the first fragment. Until it {@link Received#hasEnded} it may still fail, and then counts as not received.
     */
    default boolean readsAsItComes(Received content) {
        return false;
    }
}
