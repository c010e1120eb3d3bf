package io.parley.channel.http;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Sends the HTTP requests of one connection, all to the same URL and as the same caller. Thread-safe. */
public interface Poster {
    /**
     * Sends one request and releases its body. Never blocks. It is answered after {@link HttpFrames#HOLD} at the
     * latest; the next request may be sent before.
     *
     * @return completes with the response, whatever its status, or exceptionally if there was none
     */
    CompletionStage<Reply> post(Post post);

    /** Returns the executor on which responses are handled: never within a call of {@link #post}. */
    default Executor replies() {
        return Delivery.executor();
    }

    /** Releases resources when the connection is closed. No request follows; pending ones may be cancelled. */
    void close();
}
