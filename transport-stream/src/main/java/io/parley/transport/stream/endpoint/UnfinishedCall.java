package io.parley.transport.stream.endpoint;

import io.parley.endpoint.Streamer;
import io.parley.runtime.InterruptedCall;
import java.util.concurrent.CompletableFuture;

/**
 * A call that the process before this one of a {@link StreamClient.Builder#durable} client had begun, and whose answer it had
 * not taken, or only just before it ended. Thread-safe.
 */
public final class UnfinishedCall {
    private final InterruptedCall call;
    private final Streamer streamer;

    UnfinishedCall(InterruptedCall call, Streamer streamer) {
        this.call = call;
        this.streamer = streamer;
    }

    /** Returns the operation that it calls. */
    public String operation() {
        return call.operation();
    }

    /** Returns whether the endpoint has it, or will: if not, it was not sent whole and is never handled. */
    public boolean mayHaveRun() {
        return call.mayHaveRun();
    }

    /**
     * Returns its answer: a call that the endpoint had answered is not handled again, its answer is repeated. May be
     * called once. Fails with the errors of {@link StreamClient#call}; with {@code NOT_DISPATCHED} if it was not sent
     * whole. Cancelling or completing the future earlier, also by {@code orTimeout}, cancels the call.
     */
    public <R> CompletableFuture<R> answer(Class<R> response) {
        return call.read(message -> response.cast(streamer.response(message, call.operation())));
    }
}
