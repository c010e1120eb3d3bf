package io.parley.runtime;

import io.parley.ParleyException;
import java.util.concurrent.CompletableFuture;

/** A request being written, and then waited for. */
public interface Call extends OutgoingMessage {
    /**
     * The response, or the fault; who takes it closes it. Completes on a channel's thread: do not block or decode
     * large content in it. Completes exceptionally with a {@link io.parley.ParleyException} as it is, not wrapped; if
     * its {@code retry()} is {@code SAFE}, the call was provably not dispatched. A response that arrives after
     * this future was cancelled or completed by the caller is closed here.
     */
    CompletableFuture<IncomingMessage> response();

    /**
     * Waits for the response, or the fault; who takes it closes it. One thread at most may wait here, which costs less than
     * {@link #response()}: where answers come within microseconds, it stays awake for that long.
     *
     * @throws ParleyException what {@link #response()} fails with
     * @throws InterruptedException if this thread was interrupted; the call is still under way
     */
    IncomingMessage await() throws InterruptedException;

    /**
     * As {@link #await}, for a caller that reads the response on a thread that may wait: a long one is handed over when
     * it begins to come, and read while it comes. Reading it may fail with what would have failed {@link #response()};
     * look at {@link IncomingMessage#renewed} then. The call's time goes on until all of it came.
     */
    IncomingMessage awaitAsItComes() throws InterruptedException;

    /**
     * Gives up waiting: {@link #response()} fails with {@code CANCELLED}, and the peer is told, so that it can stop.
     * Nothing after the response came.
     */
    void cancel();
}
