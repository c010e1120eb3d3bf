package io.parley.runtime;

import io.parley.ParleyException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** A request to be written, and its pending response. */
public interface Call extends OutgoingMessage {
    /**
     * Counts the bytes of the frames of this request and its response, with headers, including those of side streams,
     * which may be sent after the response. Resent frames and frames that belong to no message are not counted. Must be
     * called before the first byte is written.
     *
     * @param meter called with the length of each frame, on any thread, while the session is locked: it must neither
     *     block nor call back
     */
    default void countBytes(LongConsumer meter) {}

    /**
     * Returns a future of the response or fault; its receiver closes the message. The future completes on a channel's
     * thread: dependent stages must not block or decode large content. It fails with a
     * {@link io.parley.ParleyException}, not wrapped; if its {@code retry()} is {@code SAFE}, the call was certainly
     * not dispatched. A response that arrives after this future was cancelled or completed by the caller is closed.
     * Cancelling a dependent stage does not cancel the call: use {@link #read} for that.
     */
    CompletableFuture<IncomingMessage> response();

    /**
     * Returns a future of a value that is read from the response on another thread; the response is closed afterwards.
     * Cancelling or completing this future, also by {@code orTimeout}, cancels the call. It fails like
     * {@link #response()}, or with the exception of the reader.
     *
     * @param reader called at most once, on the default executor of futures, and not after the call was cancelled
     */
    default <R> CompletableFuture<R> read(Function<? super IncomingMessage, ? extends R> reader) {
        return ReadResponse.of(response(), reader);
    }

    /**
     * Returns a future like {@link #read(Function)}, for a call that has an alternative.
     *
     * @param otherwise called with the failure of {@link #response()}, on any thread; returns the future that completes
     *     the call instead, and that is cancelled with it. Without an alternative it returns a failed future; it must
     *     not throw
     */
    default <R> CompletableFuture<R> read(
            Function<? super IncomingMessage, ? extends R> reader,
            Function<? super Throwable, CompletableFuture<R>> otherwise) {
        return ReadResponse.of(response(), reader, otherwise);
    }

    /**
     * Waits for the response or fault; the receiver closes the message. Only one thread may wait. This is cheaper than
     * {@link #response()}: if responses arrive within microseconds, the thread spins instead of parking.
     *
     * @throws ParleyException with the failure of {@link #response()}
     * @throws InterruptedException if this thread was interrupted; the call is still pending
     */
    IncomingMessage await() throws InterruptedException;

    /**
     * Waits like {@link #await}, for a caller that reads the response on a thread that may block: a long response is
     * returned as soon as its first fragment has arrived, and is read while it arrives. Reading it may fail with the
     * errors of {@link #response()}; see {@link IncomingMessage#renewed} then. The timeout of the call applies until
     * the response is complete.
     */
    IncomingMessage awaitAsItComes() throws InterruptedException;

    /**
     * Cancels the call: {@link #response()} fails with {@code CANCELLED}, and the peer is informed, so that it can
     * stop. Does nothing after the response has arrived.
     */
    void cancel();
}
