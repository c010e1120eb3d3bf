package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.representation.Source;
import org.jspecify.annotations.Nullable;

/**
 * A received message; complete unless its receiver reads it while it arrives ({@link Call#awaitAsItComes},
 * {@link MessageHandler#readsAsItComes}). Its receiver must close it. The source is confined to one thread at a time;
 * the other methods are thread-safe.
 */
public interface IncomingMessage extends AutoCloseable {
    /** Kind of a message, as seen by its receiver. */
    enum Kind {
        /** A request, which has a response. */
        REQUEST,
        /** A message without a response. */
        ONE_WAY,
        /** The response to a request. */
        RESPONSE,
        /** The response to a failed request; its content is a SOAP fault. */
        FAULT
    }

    /** Returns the kind of the message; only a {@link Kind#REQUEST} can be answered. */
    Kind kind();

    /** Returns the conversation that the message belongs to, for messages to its sender. */
    Conversation conversation();

    /**
     * Returns the qualified name of the expendable operation of a message that was received in a datagram; otherwise
     * null. The handler must not let such a message call any other operation.
     */
    default @Nullable String expendableOperation() {
        return null;
    }

    /**
     * Returns the content. Its memory is released as it is read, and the rest at its end or when the source is closed,
     * even before the message is closed.
     */
    Source source();

    /**
     * Lets a source of the caller read the content in place of the message's own, from where reading stopped:
     * {@link Source#over}. Possible only for content of one fragment without side streams, before {@link #source} is
     * called. The caller closes the source before it closes the message.
     *
     * @return false if the message's own source must be used
     */
    default boolean lendTo(Source idle) {
        return false;
    }

    /** Drops the unread rest of the content, and releases its memory before the message is closed. */
    default void dropContent() {
        source().close();
    }

    /**
     * Returns whether the message was already delivered to a handler, in this process or an earlier one, which may have
     * handled it; only in durable sessions. A message that was recorded as handled is not delivered again.
     */
    default boolean isRedelivered() {
        return false;
    }

    /**
     * Called when decoding starts, before the application acts on the message. If there is no memory to decode a
     * request, its sender gets a {@code BUDGET} error that is safe to retry, until {@link #onHandling}.
     */
    default void onDecoding() {}

    /** Called before the application acts on the message. */
    default void onHandling() {}

    /**
     * Returns whether the content is one fragment without side streams, so that decoding it is quick and never blocks.
     */
    boolean isOneFragment();

    /**
     * Waits until the message was received completely. Unread content is buffered in memory that is reserved for it.
     *
     * @throws io.parley.ParleyException with the error because of which it will not be; the message then counts as not
     *     received
     */
    void awaitWhole();

    /**
     * Waits for the response that replaces this one if its sender restarted it while it was read, which makes reading
     * fail. The receiver closes it.
     *
     * @return null if reading failed for another reason, or did not fail
     * @throws io.parley.ParleyException if there is no such response
     */
    @Nullable
    IncomingMessage renewed();

    /**
     * Returns whether the sender still waits: false once it cancelled, its timeout expired or the session ended. Work
     * for it may then be abandoned. A message that its sender cancelled before it was delivered to the handler is not
     * delivered.
     */
    boolean isWanted();

    /**
     * Registers a task to run once the sender no longer waits, or at once if it does not; replaces an earlier task. It
     * runs on the thread that detects this, possibly the channel's: it must not block.
     */
    void onUnwanted(Runnable task);

    /**
     * Continues on a worker of the runtime, for a handler that was called on a channel's thread and finds that the work
     * may block. As in {@link MessageHandler#onMessage}, an exception refuses the message and closes it. If all workers
     * are busy it is refused with {@code NOT_DISPATCHED} and closed.
     */
    void onWorker(Runnable work);

    /**
     * Continues on a worker of the runtime once the earlier one-way messages of this session with the same key are
     * closed; the next one-way message is delivered meanwhile. For a handler that knows which messages are independent.
     * For a message without an order, the work is done at once. Exceptions are handled as in
     * {@link MessageHandler#onMessage}.
     *
     * @param key compared by its {@code equals}
     * @throws IllegalStateException if the message already has a key, or was closed
     */
    void inOrderOf(Object key, Runnable work);

    /**
     * Starts the response to a {@link Kind#REQUEST}. Once a response was sent or the request was refused, further calls
     * fail; after {@link OutgoingMessage#discard} another response may be started, which replaces the parts of the
     * first that were sent. Waits for the rest of an arriving request, and drops it.
     *
     * @param fault true if the content is a SOAP fault
     * @throws IllegalStateException if this is not a request, a response is being written, or it was answered already
     */
    OutgoingMessage beginResponse(boolean fault);

    /**
     * Responds to a {@link Kind#REQUEST} with an error code. Does nothing for other kinds, for requests that were
     * answered, and for those whose sender no longer waits. A code that is {@code SAFE} to retry asserts that nothing
     * was done.
     */
    void refuse(ErrorCode code, String text);

    /**
     * Closes the message and releases its source. A request without a response, also one in progress, is refused with
     * {@code INTERNAL}. Idempotent.
     */
    @Override
    void close();
}
