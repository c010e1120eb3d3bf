package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ParleyException;
import io.parley.journal.Journal;
import io.parley.negotiation.Agreement;
import io.parley.session.Effect;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Strategy for transmitting a session's frames and delivering its messages, chosen when the session is opened:
 * {@link DirectDelivery direct}, {@link ResumableDelivery resumable} or {@link DurableDelivery durable}. Guarded by the
 * session's lock.
 */
interface Delivery extends Effect.Resumption {

    // Frames.

    /** Sends a frame, in order. */
    void send(ByteBuf frame);

    /** Sends a frame on a track of the connection, after those sent on that track before. */
    default void send(ByteBuf frame, int track) {
        send(frame);
    }

    /** Returns the number of tracks of the connection; 1 where the order of all frames matters. */
    default int tracks() {
        return 1;
    }

    /** Returns whether content may be sent now. */
    boolean isWritable();

    /** Returns whether content may be sent on a track now. */
    default boolean isWritable(int track) {
        return isWritable();
    }

    /** Closes the connection after the sent frames. */
    void disconnect();

    /** Called when the session has switched to another connection. */
    default void onConnected() {}

    /** Called before the session's lock is released. */
    default void commit() {}

    // Messages.

    /** Returns the journal of sent and received frames; null if they are not stored. */
    default @Nullable Journal journal() {
        return null;
    }

    /**
     * Runs a task once everything received and sent so far is stored, or at once if nothing is stored.
     *
     * @param otherwise run instead if it never will be stored
     */
    default void whenStored(Runnable task, Runnable otherwise) {
        task.run();
    }

    // Connections.

    /** Accepting side: returns a new secret by which the session can be resumed. */
    default byte[] newSecret() {
        throw new IllegalStateException("the session cannot be resumed");
    }

    /** Opening side: called with a new secret, which must be stored before anything is sent. */
    default void onSecret(byte[] secret) {}

    /** Accepting side: returns whether a secret can resume the session now. */
    default boolean accepts(byte[] secret) {
        return false;
    }

    /**
     * Accepting side: continues the session on a connection that another driver accepted.
     *
     * @throws io.parley.ParleyException with the code to refuse with
     */
    default void adopt(Wire handed, byte[] secret, long received) {
        throw Resumptions.refused();
    }

    /** Called when the session is open. */
    default void onOpened(Agreement agreement) {}

    @Override
    default void onConnectionLost(ParleyException why) {
        throw new IllegalStateException("the session cannot be resumed");
    }

    @Override
    default void onResumed() {}

    @Override
    default void onConfirmed() {}

    @Override
    default void onResumptionFailed(ParleyException why) {}

    /**
     * Called when the session is closed.
     *
     * @param afterwards run at the end; on the opening side once the store has nothing left of the session that the
     *     next process might find
     */
    default void onClosed(Runnable afterwards) {
        afterwards.run();
    }

    // Processes.

    /**
     * Leaves the session to the next process; for the peer, the connection is lost.
     *
     * @return completes when the next process may have it
     */
    default CompletionStage<?> leave() {
        return CompletableFuture.completedFuture(null);
    }

    /** Stops retries of failed transactions, because the runtime is closed. */
    default void stop() {}

    /** Ends the session in this process, because another process continues it. */
    default void loseToAnother() {}
}
