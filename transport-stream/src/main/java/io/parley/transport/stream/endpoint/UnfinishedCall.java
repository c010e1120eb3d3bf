package io.parley.transport.stream.endpoint;

import io.parley.endpoint.Streamer;
import io.parley.runtime.LeftCall;
import java.util.concurrent.CompletableFuture;

/**
 * A call that the process before this one of a {@link StreamClient.Builder#durable} client had begun, and whose answer it had
 * not taken, or only just before it ended. Thread-safe.
 */
public final class UnfinishedCall {
    private final LeftCall call;
    private final Streamer streamer;

    UnfinishedCall(LeftCall call, Streamer streamer) {
        this.call = call;
        this.streamer = streamer;
    }

    /** Which operation it calls. */
    public String operation() {
        return call.operation();
    }

    /** Whether the endpoint has it, or will: if not, it was not sent whole and is never handled. */
    public boolean mayHaveRun() {
        return call.mayHaveRun();
    }

    /**
     * Its answer: a call that the endpoint had answered is not handled again, its answer is repeated. To be asked for once.
     * Fails with what {@link StreamClient#call} throws; with {@code NOT_DISPATCHED} if it was not sent whole.
     * Whoever cancels or completes the future before, also by {@code orTimeout}, cancels the call.
     */
    public <R> CompletableFuture<R> answer(Class<R> response) {
        return call.read(message -> response.cast(streamer.response(message, call.operation())));
    }
}
