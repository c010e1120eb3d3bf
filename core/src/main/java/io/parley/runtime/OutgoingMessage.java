package io.parley.runtime;

import io.parley.negotiation.Agreement;
import io.parley.representation.Sink;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A message being written. Written by one thread at a time; exactly one of {@link #send} and {@link #discard} ends it,
 * later calls of either do nothing.
 */
public interface OutgoingMessage {
    /**
     * Where the content is written. A few fragments are held until {@link #send} and then declare their exact length;
     * longer content goes out while it is written. Where what waits to be sent leaves no room, writing blocks until there
     * is some: never longer than the message lives, and not on a thread of a channel or timer, where it throws. Writing
     * beyond the agreed message limit throws {@link io.parley.ParleyException} with {@code LIMIT}; {@code BUDGET} says
     * that there was no room for too long, or that this thread must not wait, {@code CANCELLED} that it was interrupted
     * while it waited. Such a message cannot be sent any more. Writing after the message was ended by the peer or by
     * the session's end is quietly dropped.
     */
    Sink sink();

    /**
     * The same by a sink that the caller has at hand, if nobody asked for {@link #sink()} before: {@link Sink#into}. It is the
     * message's until that has ended.
     *
     * @return what to write to: either that one or this message's own
     */
    default Sink sink(Sink idle) {
        return sink();
    }

    /** What was agreed for the session that it goes out on. */
    Agreement agreement();

    /**
     * Ends the content and sends it.
     *
     * @throws io.parley.ParleyException {@code LIMIT}, {@code BUDGET} or {@code CANCELLED}; the message is then discarded
     */
    void send();

    /**
     * For a message without a response, after {@link #send}: completes when all of it is on its way, and where this side keeps
     * the session, is stored, so that it arrives even if this process ends now. That it arrived is not said. Completes on a
     * thread of the runtime: do not block in it. Fails with the {@link io.parley.ParleyException} that keeps it from
     * being sent. Of requests and responses it says nothing, and is complete.
     */
    default CompletionStage<Void> accepted() {
        return CompletableFuture.completedStage(null);
    }

    /** Gives up: the peer is told by ABORT if any of it went out. */
    void discard();

    /**
     * Where in the message something stands that cannot be written a second time, for the message to go another way: a
     * binary that was read for it, and that its owner does not give again. Empty if all of it can. To be asked when the
     * message has failed, on a thread that may block; afterwards nothing more is read for this message.
     */
    default Optional<String> unrepeatable() {
        return Optional.empty();
    }
}
