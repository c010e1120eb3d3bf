package io.parley.channel.http;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Makes the HTTP requests of one connection, all to the same URL and as the same caller. Thread-safe. */
public interface Poster {
    /**
     * Sends one request, whose body it releases. Never blocks. It is answered after {@link HttpFrames#HOLD} at the
     * latest. The next may be sent before it is answered.
     *
     * @return completes with the response, whatever its status, or exceptionally if none came
     */
    CompletionStage<Reply> post(Post post);

    /** Returns what runs what follows from a response: never within a call of {@link #post}. */
    default Executor replies() {
        return Delivery.executor();
    }

    /** The connection is over: no request follows, and those under way may be given up. */
    void close();
}
