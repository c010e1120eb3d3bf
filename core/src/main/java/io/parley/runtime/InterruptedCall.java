package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call that was under way when the opening side's process ended (docs/protocol/durable.md, section 12.6): it was
 * begun, and its answer had not been taken, or had been just before. Thread-safe.
 */
public final class InterruptedCall {
    private final String operation;
    private final @Nullable PendingCall call;

    InterruptedCall(String operation, @Nullable PendingCall call) {
        this.operation = operation;
        this.call = call;
    }

    /** Returns the operation that it was begun with, {@link Conversation#beginCall(String, java.time.Duration)}. */
    public String operation() {
        return operation;
    }

    /** Returns whether its request went out whole: if not, it was never dispatched, and never will be. */
    public boolean mayHaveRun() {
        return call != null;
    }

    /**
     * Returns its response, like {@link Call#response}: stored here or repeated by the other side, which does not run
     * it again if it was answered. Fails with {@code NOT_DISPATCHED} if it did not go out whole, with {@code TIMEOUT}
     * after {@code parley.limits.resume-millis}, and with {@code CANCELLED} if this is called after the session's end.
     */
    public CompletableFuture<IncomingMessage> response() {
        if (call == null) {
            return CompletableFuture.failedFuture(new ParleyException(
                    ErrorCode.NOT_DISPATCHED, "the process that made the call ended before it was sent"));
        }
        return call.response();
    }

    /** Returns its response as a value, like {@link Call#read}; fails as {@link #response()} does. */
    public <R> CompletableFuture<R> read(Function<? super IncomingMessage, ? extends R> reader) {
        return ReadResponse.of(response(), reader);
    }

    void onSessionOver() {
        if (call != null) {
            call.onSessionOver();
        }
    }
}
