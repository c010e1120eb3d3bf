package io.parley.runtime;

import io.parley.ParleyException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** A request being written, and then waited for. */
public interface Call extends OutgoingMessage {
    /**
     * Has the bytes of the frames of this request and its answer counted as they go out and come, with their headers, and those of side streams
     * of both, which may come behind the answer. Frames that are sent again, and those that belong to no message, are not counted. Call it
     * before the first byte is written.
     *
     * @param meter called with the bytes of each frame, on any thread, with a lock of the session: it must neither block nor call back
     */
    default void countBytes(LongConsumer meter) {}

    /**
     * The response, or the fault; who takes it closes it. Completes on a channel's thread: do not block or decode
     * large content in it. Completes exceptionally with a {@link io.parley.ParleyException} as it is, not wrapped; if
     * its {@code retry()} is {@code SAFE}, the call was provably not dispatched. A response that arrives after
     * this future was cancelled or completed by the caller is closed here. Stages that depend on it do not cancel it:
     * {@link #read} makes a future that does.
     */
    CompletableFuture<IncomingMessage> response();

    /**
     * The response as a value, read away from the channel's threads and closed then. Whoever cancels or completes this future,
     * also by {@code orTimeout}, cancels the call. Fails as {@link #response()}, or with what the reader throws.
     *
     * @param reader runs at most once, on the default executor of futures, and not at all once the call was cancelled
     */
    default <R> CompletableFuture<R> read(Function<? super IncomingMessage, ? extends R> reader) {
        return ReadResponse.of(response(), reader);
    }

    /**
     * The response as a value, as by {@link #read(Function)}, of a call that can be made another way.
     *
     * @param otherwise called with what {@link #response()} failed with, on any thread; returns the future whose end is that of the call, and
     *     which is cancelled with it: a failed one, if there is no other way. It must not throw
     */
    default <R> CompletableFuture<R> read(
            Function<? super IncomingMessage, ? extends R> reader,
            Function<? super Throwable, CompletableFuture<R>> otherwise) {
        return ReadResponse.of(response(), reader, otherwise);
    }

    /**
     * Waits for the response, or the fault; who takes it closes it. One thread at most may wait here, which costs less than
     * {@link #response()}: where answers come within microseconds, it stays awake for that long.
     *
     * @throws ParleyException what {@link #response()} fails with
     * @throws InterruptedException if this thread was interrupted; the call is still under way
     */
    IncomingMessage await() throws InterruptedException;

    /**
     * Waits as {@link #await} does, for a caller that reads the response on a thread that may block: a long one is
     * handed over when it begins to come, and read while it comes. Reading it may fail with the errors of {@link
     * #response()}; see {@link IncomingMessage#renewed} then. The call's time runs until all of it came.
     */
    IncomingMessage awaitAsItComes() throws InterruptedException;

    /**
     * Stops waiting: {@link #response()} fails with {@code CANCELLED}, and the peer is informed, so that it can stop.
     * Does nothing after the response came.
     */
    void cancel();
}
