package io.parley.runtime;

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
     * Gives up waiting: {@link #response()} fails with {@code CANCELLED}, and the peer is told, so that it can stop.
     * Nothing after the response came.
     */
    void cancel();
}
