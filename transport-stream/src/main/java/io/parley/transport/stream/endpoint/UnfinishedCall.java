package io.parley.transport.stream.endpoint;

import io.parley.endpoint.Streamer;
import io.parley.runtime.InterruptedCall;
import java.util.concurrent.CompletableFuture;

/**
 * Call that was pending when the previous process of a {@link StreamClient.Builder#durable} client ended, or whose
 * response had been taken only just before. Thread-safe.
 */
public final class UnfinishedCall {
    private final InterruptedCall call;
    private final Streamer streamer;

    UnfinishedCall(InterruptedCall call, Streamer streamer) {
        this.call = call;
        this.streamer = streamer;
    }

    /** Returns the name of the called operation. */
    public String operation() {
        return call.operation();
    }

    /**
     * Returns whether the endpoint has received the call or will receive it; if not, it was not sent completely and is
     * never handled.
     */
    public boolean mayHaveRun() {
        return call.mayHaveRun();
    }

    /**
     * Returns the response: a call that the endpoint had answered is not handled again, its response is repeated. May
     * be called once. Fails with the errors of {@link StreamClient#call}, and with {@code NOT_DISPATCHED} if it was not
     * sent completely. Cancelling or completing the future early, also by {@code orTimeout}, cancels the call.
     */
    public <R> CompletableFuture<R> answer(Class<R> response) {
        return call.read(message -> response.cast(streamer.response(message, call.operation())));
    }
}
