package io.parley.bench.conversation;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for what other threads do in sessions. */
final class Futures {
    private Futures() {}

    /**
     * What came of it.
     *
     * @throws IOException if it failed
     */
    static <T> T done(Future<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while sessions were held", e);
        } catch (ExecutionException e) {
            throw new IOException("a session could not be held", e);
        }
    }
}
