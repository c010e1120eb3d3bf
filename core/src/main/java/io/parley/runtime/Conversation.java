package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.negotiation.Agreement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A session as seen by the application. Thread-safe; no method blocks. */
public interface Conversation {
    /** Returns the terms that both sides agreed on. They apply for the life of the session, on all its connections. */
    Agreement agreement();

    /** Returns whether new messages may be started: the session is open, and neither side drains. */
    boolean isOpen();

    /**
     * Returns whether new calls should use another route: the peer did not respond after a call timed out, or was
     * silent for too long. The next sign of life ends this state, on this or another connection. For a closed session,
     * returns whether it was in this state at its end.
     */
    default boolean isSuspect() {
        return false;
    }

    /**
     * Returns a stage that completes when the peer is no longer {@link #isSuspect suspect} or the session is closed; at
     * once if the peer is not suspect.
     */
    default CompletionStage<Void> suspicionOver() {
        return CompletableFuture.completedStage(null);
    }

    /**
     * Returns the object that the side which issued the token attached to it, such as a security context; null on the
     * opening side.
     */
    @Nullable
    Object attachment();

    /** Returns a copy of the terms bytes of OPEN, as the opening side sent them; negotiation defines their meaning. */
    byte[] openTerms();

    /**
     * Starts a request; only the opening side may. The message is sent by {@link OutgoingMessage#send}; a large one is
     * already sent while it is being written. Writing blocks for credit.
     *
     * @param timeout from now until the complete response was received
     * @throws io.parley.ParleyException {@code CLOSED} or {@code GOING_AWAY} if the conversation is not open
     */
    Call beginCall(Duration timeout);

    /**
     * Starts a call like {@link #beginCall(Duration)}, for a request that probably resembles earlier ones of the
     * operation: if delta compression was agreed, only the differences are sent.
     *
     * @param operation any name that such calls have in common; it is not sent
     */
    default Call beginCall(String operation, Duration timeout) {
        return beginCall(timeout);
    }

    /**
     * Starts a message without a response; either side may. On the accepting side this is a server-to-client message.
     *
     * @throws io.parley.ParleyException {@code CLOSED} or {@code GOING_AWAY} if the conversation is not open
     */
    OutgoingMessage beginOneWay();

    /**
     * Starts a message like {@link #beginOneWay()}. If both sides agreed that messages of the operation are expendable,
     * it is sent in a datagram if it fits: unordered, and at once or never.
     *
     * @param operation its qualified name: {@code {namespace}operation}
     */
    default OutgoingMessage beginOneWay(String operation) {
        return beginOneWay();
    }

    /**
     * Pings the peer and measures the round trip. Completes on a channel's thread; exceptionally with a
     * {@link io.parley.ParleyException} if the session ends before, or with {@code LIMIT} if too many pings are
     * pending.
     */
    CompletionStage<Duration> ping();

    /** Returns the peer's address on the current connection; empty if there is none. */
    default String peer() {
        return "";
    }

    /** Returns the time since the session was opened, or continued, in this process. */
    default Duration age() {
        return Duration.ZERO;
    }

    /** Returns the traffic so far. */
    Traffic traffic();

    /**
     * Drains the session: neither side starts new messages, and the session closes when those in progress are finished.
     * {@link #closed} completes when the handlers of the peer's messages have finished too. Idempotent.
     */
    void drain();

    /**
     * Ends the session now, for both sides. Pending calls fail, with a code that is safe to retry if they were
     * certainly not dispatched. Idempotent.
     */
    void close(ErrorCode code, String text);

    /**
     * Returns a stage that completes when the session is closed: normally after a drain, or after a close by either
     * side with {@code CLOSED} or {@code GOING_AWAY}; otherwise exceptionally with a {@link io.parley.ParleyException}.
     * After a drain, or an orderly close by the peer, it completes once no handler works on a message of the peer any
     * more.
     */
    CompletionStage<Void> closed();
}
