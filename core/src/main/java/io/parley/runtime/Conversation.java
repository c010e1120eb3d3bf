package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.negotiation.Agreement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A live session as its user sees it. Thread-safe; no method blocks. */
public interface Conversation {
    /**
     * Returns the terms that both sides agreed on. They hold for as long as the session does, over all its connections.
     */
    Agreement agreement();

    /** Returns whether new messages may be begun: open, and neither side drains. */
    boolean isOpen();

    /**
     * Returns whether new calls should go another way: the peer gave no sign of life when asked for one, because a call
     * ran out of time or nothing came for long. The next sign of life ends that, if need be on another connection; for
     * a session that is over, whether it ended so.
     */
    default boolean isSuspect() {
        return false;
    }

    /**
     * Completes when the peer is not {@link #isSuspect suspect} any more, or the session is over; at once if it is not.
     */
    default CompletionStage<Void> suspicionOver() {
        return CompletableFuture.completedStage(null);
    }

    /**
     * Returns the object that the side which issued the token attached to it (security context, endpoint); null on the
     * opening side.
     */
    @Nullable
    Object attachment();

    /** The terms bytes of OPEN, as the opening side gave them; their meaning is negotiation's. A copy. */
    byte[] openTerms();

    /**
     * Begins a request. Only the opening side may. A message is sent by {@link OutgoingMessage#send}, a large one
     * already while it is being written; credit is waited for inside.
     *
     * @param timeout from now until the whole response is here
     * @throws io.parley.ParleyException {@code CLOSED} or {@code GOING_AWAY} if the conversation is not open
     */
    Call beginCall(Duration timeout);

    /**
     * Begins a call as {@link #beginCall(Duration)} does, for a request that is likely to resemble earlier ones of that
     * operation: where differences were agreed, it may travel as one.
     *
     * @param operation any name that such calls have in common; it does not travel
     */
    default Call beginCall(String operation, Duration timeout) {
        return beginCall(timeout);
    }

    /**
     * Begins a message without a response; either side may. On the accepting side this is the server-to-client
     * message.
     *
     * @throws io.parley.ParleyException {@code CLOSED} or {@code GOING_AWAY} if the conversation is not open
     */
    OutgoingMessage beginOneWay();

    /**
     * Begins a message as {@link #beginOneWay()} does. Where both sides agreed that messages of the operation may be lost, it travels in a
     * datagram if it is short enough for one: out of order, and at once or never.
     *
     * @param operation its qualified name: {@code {namespace}operation}
     */
    default OutgoingMessage beginOneWay(String operation) {
        return beginOneWay();
    }

    /**
     * Asks the peer for a sign of life and measures how long it takes to come. Completes on a channel's thread;
     * exceptionally with a {@link io.parley.ParleyException} if the session ends before, or with {@code LIMIT} if many
     * are under way.
     */
    CompletionStage<Duration> ping();

    /** Returns the address of the peer of the connection that carries it now; empty if there is none. */
    default String peer() {
        return "";
    }

    /** Returns the time since it was opened, or went on, in this process. */
    default Duration age() {
        return Duration.ZERO;
    }

    /** Returns the traffic so far. */
    Traffic traffic();

    /**
     * Asks the peer to begin nothing more, finishes work under way, then closes. {@link #closed} completes when the
     * handlers of the peer's messages are done too. Idempotent.
     */
    void drain();

    /**
     * Ends the session now, for both sides. Calls under way fail: with a code that is safe to retry if they were
     * provably not dispatched. Idempotent.
     */
    void close(ErrorCode code, String text);

    /**
     * Completes when the session is over: normally after a drain or a close by either side with {@code CLOSED} or
     * {@code GOING_AWAY}, else exceptionally with a {@link io.parley.ParleyException}. After a drain, or an orderly close
     * by the peer, that is once no message of the peer is worked on any more.
     */
    CompletionStage<Void> closed();
}
