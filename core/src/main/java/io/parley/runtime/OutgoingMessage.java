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
     * Returns the sink for the content. A few fragments are held until {@link #send} and then declare their exact
     * length; longer content goes out while it is written. If there is no room for content that waits to be sent,
     * writing blocks until there is some: never longer than the message lives, and not on a thread of a channel or
     * timer, where it throws. Writing beyond the agreed message limit throws {@link io.parley.ParleyException} with
     * {@code LIMIT}; {@code BUDGET} if there was no room for too long, or if this thread must not block, {@code
     * CANCELLED} if it was interrupted while it waited. Such a message cannot be sent any more. Writing after the
     * message was ended by the peer or by the session's end is quietly dropped.
     */
    Sink sink();

    /**
     * Returns a sink like {@link #sink()}, reusing one of the caller if {@link #sink()} was not called before: {@link
     * Sink#into}. The sink belongs to the message until that has ended.
     *
     * @return the sink to write to: either that one or this message's own
     */
    default Sink sink(Sink idle) {
        return sink();
    }

    /** Returns the agreement of the session that it goes out on. */
    Agreement agreement();

    /**
     * Ends the content and sends it.
     *
     * @throws io.parley.ParleyException {@code LIMIT}, {@code BUDGET} or {@code CANCELLED}; the message is then discarded
     */
    void send();

    /**
     * Returns a stage for a message without a response, after {@link #send}: it completes when all of it is on its way,
     * and where this side keeps the session, is stored, so that it arrives even if this process ends now. It does not
     * tell that the message arrived. Completes on a thread of the runtime: do not block in it. Fails with the {@link
     * io.parley.ParleyException} that keeps it from being sent. For requests and responses it is complete and means
     * nothing.
     */
    default CompletionStage<Void> accepted() {
        return CompletableFuture.completedStage(null);
    }

    /** Gives up the message: the peer gets an ABORT if any of it went out. */
    void discard();

    /**
     * Returns the place in the message of content that cannot be written a second time, for the message to go another
     * way: a binary that was read for it, and that its owner does not give again. Empty if all of it can. Call it when
     * the message has failed, on a thread that may block; afterwards nothing more is read for this message.
     */
    default Optional<String> unrepeatable() {
        return Optional.empty();
    }
}
