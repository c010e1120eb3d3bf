package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/**
 * A received message, whole unless its receiver asked to be given it while it comes ({@link Call#awaitAsItComes},
 * {@link MessageHandler#readsAsItComes}). Whoever is given it closes it. Its source belongs to one thread at a time; the other
 * methods are thread-safe.
 */
public interface IncomingMessage extends AutoCloseable {
    /** Kind of a message to its receiver. */
    enum Kind {
        /** Waits for a response. */
        REQUEST,
        /** Wants none. */
        ONE_WAY,
        /** The answer to a request. */
        RESPONSE,
        /** The answer to a request that failed; its content is a SOAP fault. */
        FAULT
    }

    /** Returns what it is to its receiver; only a {@link Kind#REQUEST} can be answered. */
    Kind kind();

    /** Returns the session that it came in, for messages to its sender. */
    Conversation conversation();

    /**
     * Returns the qualified name of the operation whose messages may be lost, for a message that came in a datagram; else null. Its handler
     * must not let it call another.
     */
    default @Nullable String expendableOperation() {
        return null;
    }

    /**
     * The content. Its memory is given back as it is read, and the rest of it at its end or when it is closed: before
     * the message as a whole is done with.
     */
    Source source();

    /**
     * Lets a source of the caller read the content, from where reading of it stopped before, in place of one made for
     * this message: {@link Source#over}. Only for content that is one fragment without side streams, and only before
     * {@link #source} is called; the caller closes the source before the message is closed.
     *
     * @return false if the source got nothing to read, so that the message's own source must be used
     */
    default boolean lendTo(Source idle) {
        return false;
    }

    /** Drops the unread rest of the content: its memory is freed before the message is closed. */
    default void dropContent() {
        source().close();
    }

    /**
     * Returns whether it was handed to a handler before, of this process or one that ended, which may have done the
     * work: only in durable sessions. A message whose completion was recorded does not come again.
     */
    default boolean isRedelivered() {
        return false;
    }

    /**
     * Called when decoding begins, before anybody acts on the message: where there is no memory to decode a request, its
     * sender gets a {@code BUDGET} that says it may be sent again, until {@link #onHandling}.
     */
    default void onDecoding() {}

    /** Called before the application acts on the message. */
    default void onHandling() {}

    /**
     * Returns whether the content came as one fragment without side streams, so that decoding it takes next to no time
     * and never blocks.
     */
    boolean isOneFragment();

    /**
     * Waits until all of the message came. What came and was not read waits in memory, which is reserved for it.
     *
     * @throws io.parley.ParleyException with the code of what keeps the rest from coming: the message then counts as never received
     */
    void awaitWhole();

    /**
     * The response that takes the place of this one if its sender began it anew while it was read, which fails reading;
     * waits for it. Who takes it closes it.
     *
     * @return null if reading failed for any other reason, or did not
     * @throws io.parley.ParleyException if there is none
     */
    @Nullable
    IncomingMessage renewed();

    /**
     * Returns whether the sender still waits: false once it cancelled, its time ran out or the session ended. Work for
     * it may be given up. A message that its sender gave up before its handler was given it never gets there.
     */
    boolean isWanted();

    /**
     * Runs a task once the sender does not wait any more, at once if it does not already; a later task takes the place of an earlier one.
     * It runs on the thread that finds out, which may be the channel's: it must not block.
     */
    void onUnwanted(Runnable task);

    /**
     * Leaves the rest to a worker of the runtime: for a handler that was called on a channel's thread and finds that
     * the work may block. As in {@link MessageHandler#onMessage}, what the work throws refuses the message and closes
     * it; if all workers are busy it is refused with {@code NOT_DISPATCHED} and closed.
     */
    void onWorker(Runnable work);

    /**
     * Leaves the rest to a worker of the runtime, once the one-way messages of this session are closed that were given the same key before;
     * the next one-way message is handed over meanwhile. For a handler that knows which messages have nothing to do with each other. Of a
     * message that has no order, the work is done at once. What it throws is as in {@link MessageHandler#onMessage}.
     *
     * @param key compared by its {@code equals}
     * @throws IllegalStateException if the message was given a key, or was closed
     */
    void inOrderOf(Object key, Runnable work);

    /**
     * Begins the response to a {@link Kind#REQUEST}. Once a response was sent or the request refused, further calls
     * fail; after {@link OutgoingMessage#discard} another may be begun, which replaces what had gone out of the first. What
     * is still to come of the request is waited for, and dropped.
     *
     * @param fault whether the content is a SOAP fault
     * @throws IllegalStateException if this is no request, a response is being written, or it was answered already
     */
    OutgoingMessage beginResponse(boolean fault);

    /**
     * Answers a {@link Kind#REQUEST} with a coded error; does nothing for other kinds, for requests that were answered,
     * and for those that nobody waits for. A code that is {@code SAFE} to retry asserts that nothing was done.
     */
    void refuse(ErrorCode code, String text);

    /**
     * Done with this message: releases the source; a request without an answer, and without one being written, is
     * refused with {@code INTERNAL}. Idempotent.
     */
    @Override
    void close();
}
