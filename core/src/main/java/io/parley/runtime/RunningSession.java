package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.negotiation.Agreement;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A session of this process as those see it that keep lists of sessions: by its secrets, by its name in the store, or all. */
interface RunningSession {

    /** Returns whether the other side opened it. */
    boolean isAccepting();

    Agreement agreement();

    /** Returns the open session as its user sees it. */
    Conversation conversation();

    Traffic traffic();

    void close(ErrorCode code, String text);

    /** Accepting side: returns whether it has an agreement of that digest, and came in at that door. */
    boolean isUnder(byte[] digest, Object door);

    /** Accepting side: returns whether a secret is good for it now. */
    boolean accepts(byte[] secret);

    /**
     * Accepting side: the session goes on on a connection that another one took, and which brings its next frame after
     * this.
     *
     * @throws io.parley.ParleyException with the code to refuse with
     */
    void adopt(Wire handed, byte[] secret, long received);

    /** Runs an action on its delivery, under its lock. */
    void onDelivery(Consumer<Delivery> action);

    /** Drops the messages that wait for their handler: another process goes on with the session. */
    void dropWaiting();

    /** Leaves the session to the next process, if it is durable and not over; completes when that may have it. */
    CompletionStage<?> leave();
}
