package io.parley.runtime;

import io.parley.negotiation.Agreement;
import io.parley.representation.Sink;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * An outgoing message. Written by one thread at a time; ends with the first call of {@link #send} or {@link #discard},
 * and later calls do nothing.
 */
public interface OutgoingMessage {
    /**
     * Returns the sink for the content. Up to a few fragments are held until {@link #send}, to declare the exact
     * length; longer content is sent while it is written. If the send queue has no capacity, writing blocks until there
     * is some: at most for the life of the message, and not on a thread of a channel or timer, where it throws.
     * Exceeding the agreed message limit throws {@link io.parley.ParleyException} with {@code LIMIT}; {@code BUDGET}
     * means that there was no capacity for too long or that this thread must not block, and {@code CANCELLED} that it
     * was interrupted while it waited. Such a message cannot be sent any more. After the peer or the end of the session
     * has ended the message, further content is dropped silently.
     */
    Sink sink();

    /**
     * Returns a sink like {@link #sink()}, reusing one of the caller if {@link #sink()} was not called before:
     * {@link Sink#into}. The sink belongs to the message until the message has ended.
     *
     * @return the sink to write to: the given one or the message's own
     */
    default Sink sink(Sink idle) {
        return sink();
    }

    /** Returns the agreement of the session that the message is sent on. */
    Agreement agreement();

    /**
     * Ends the content and sends it.
     *
     * @throws io.parley.ParleyException {@code LIMIT}, {@code BUDGET} or {@code CANCELLED}; the message is then
     *     discarded
     */
    void send();

    /**
     * Returns a stage that completes, after {@link #send} of a message without a response, when it was sent completely
     * and, if this side stores the session, is stored, so that it will arrive even if this process ends now. It does
     * not confirm that the message has arrived. Completes on a thread of the runtime, so dependent stages must not
     * block. Fails with the {@link io.parley.ParleyException} because of which the message was not sent. For requests
     * and responses the stage is already complete and has no meaning.
     */
    default CompletionStage<Void> accepted() {
        return CompletableFuture.completedStage(null);
    }

    /** Discards the message. The peer receives an ABORT if any part of it was sent. */
    void discard();

    /**
     * Returns the path of content that cannot be written a second time, when the message is to be sent by another
     * route: a binary that was already read and cannot be opened again. Empty if there is none. Must be called when the
     * message has failed, on a thread that may block; nothing more is read for this message afterwards.
     */
    default Optional<String> unrepeatable() {
        return Optional.empty();
    }
}
