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
 * Strategy by which a session's frames and messages get on, chosen when it is opened: {@link DirectDelivery direct}, {@link
 * ResumableDelivery resumable} or {@link DurableDelivery durable}. Guarded by the session's lock.
 */
interface Delivery extends Effect.Resumption {

    // Frames.

    /** Sends a frame, in its order. */
    void send(ByteBuf frame);

    /** Returns whether content may be sent now. */
    boolean isWritable();

    /** Closes the connection behind what was sent. */
    void hangUp();

    /** The session is on another connection. */
    default void onConnected() {}

    /** Ends a turn. */
    default void commit() {}

    // Messages.

    /** Returns the journal of what is sent and received; null if that is not stored. */
    default @Nullable Journal journal() {
        return null;
    }

    /**
     * Runs a task once all that came and was sent until now is stored, where it is.
     *
     * @param otherwise runs in its place if that never will be
     */
    default void whenStored(Runnable task, Runnable otherwise) {
        task.run();
    }

    // Connections.

    /** Accepting side: returns a secret by which the session can be resumed. */
    default byte[] newSecret() {
        throw new IllegalStateException("the session cannot be resumed");
    }

    /** Opening side: a secret came, which is to be stored before anything is sent. */
    default void onSecret(byte[] secret) {}

    /** Accepting side: returns whether the session can be resumed by that secret now. */
    default boolean accepts(byte[] secret) {
        return false;
    }

    /**
     * Accepting side: the session goes on on a connection that another driver took.
     *
     * @throws io.parley.ParleyException with the code to refuse with
     */
    default void adopt(Wire handed, byte[] secret, long received) {
        throw Resumptions.refused();
    }

    /** The session is open. */
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
     * The session is over.
     *
     * @param told runs after it; on the opening side once nothing is left of the session that the next process might find
     */
    default void onClosed(Runnable told) {
        told.run();
    }

    // Processes.

    /**
     * This process leaves the session to the next; the peer sees a connection that is lost.
     *
     * @return completes when the next may have it
     */
    default CompletionStage<?> leave() {
        return CompletableFuture.completedFuture(null);
    }

    /** The runtime is closed: what is being stored may end, but nothing is tried again. */
    default void stop() {}

    /** Another process goes on with the session. */
    default void loseToAnother() {}
}
