package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.negotiation.Agreement;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A session of this process, for those that keep lists of sessions: by secret, by name in the store, or of all. */
interface RunningSession {

    /** Returns whether the peer opened the session. */
    boolean isAccepting();

    Agreement agreement();

    /** Returns the open session as seen by the application. */
    Conversation conversation();

    Traffic traffic();

    void close(ErrorCode code, String text);

    /** Accepting side: returns whether the session has an agreement of that digest, and was opened in that scope. */
    boolean isUnder(byte[] digest, Object scope);

    /** Accepting side: returns whether a secret can resume the session now. */
    boolean accepts(byte[] secret);

    /**
     * Accepting side: continues the session on a connection that another session accepted, whose next frames follow.
     *
     * @throws io.parley.ParleyException with the code to refuse with
     */
    void adopt(Wire handed, byte[] secret, long received);

    /** Runs an action on the delivery, with the session locked. */
    void onDelivery(Consumer<Delivery> action);

    /** Drops the messages that wait for their handler, because another process continues the session. */
    void dropWaiting();

    /** Leaves the session to the next process if it is durable and open; completes when that process may have it. */
    CompletionStage<?> leave();
}
