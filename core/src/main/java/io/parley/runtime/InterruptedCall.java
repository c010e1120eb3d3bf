package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call of the opening side whose process ended while it was in progress (docs/protocol/durable.md, section 12.6): it
 * was started, and its response was not consumed, or only just before. Thread-safe.
 */
public final class InterruptedCall {
    private final String operation;
    private final @Nullable PendingCall call;

    InterruptedCall(String operation, @Nullable PendingCall call) {
        this.operation = operation;
        this.call = call;
    }

    /** Returns the operation that it was started with: {@link Conversation#beginCall(String, java.time.Duration)}. */
    public String operation() {
        return operation;
    }

    /** Returns whether its request was sent completely. If not, it was never dispatched, and never will be. */
    public boolean mayHaveRun() {
        return call != null;
    }

    /**
     * Returns a future of its response, like {@link Call#response}: stored here, or sent again by the other side, which
     * does not run it again if it was answered. Fails with {@code NOT_DISPATCHED} if the request was not sent
     * completely, with {@code TIMEOUT} after {@code parley.limits.resume-millis}, and with {@code CANCELLED} if this is
     * called after the end of the session.
     */
    public CompletableFuture<IncomingMessage> response() {
        if (call == null) {
            return CompletableFuture.failedFuture(new ParleyException(
                    ErrorCode.NOT_DISPATCHED, "the process that made the call ended before it was sent"));
        }
        return call.response();
    }

    /** Returns a future of a value read from its response, like {@link Call#read}; fails like {@link #response()}. */
    public <R> CompletableFuture<R> read(Function<? super IncomingMessage, ? extends R> reader) {
        return ReadResponse.of(response(), reader);
    }

    void onSessionOver() {
        if (call != null) {
            call.onSessionOver();
        }
    }
}
