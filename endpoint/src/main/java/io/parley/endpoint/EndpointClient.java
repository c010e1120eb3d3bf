package io.parley.endpoint;

import io.parley.ParleyException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Client of a service of a contract, whichever way its calls travel. A call ends with its response, with the {@link OperationFault} that
 * its operation declares, or with a {@link ParleyException}; if the {@code retry()} of that is {@code SAFE}, the request was provably not
 * dispatched. Thread-safe; calls of several threads travel side by side.
 *
 * <p>An operation that is known by its name alone is called with the class of its response.
 */
public interface EndpointClient extends AutoCloseable {
    /** Returns the time limit of calls that have none of their own. */
    Duration timeout();

    /**
     * Sends a request and waits for its response.
     *
     * @throws OperationFault if the service answered with a fault that the operation declares
     * @throws ParleyException if there is no response
     */
    default <Q, R> R call(Operation<Q, R> operation, Q request) {
        return call(operation, request, timeout());
    }

    /** Sends a request and waits for its response for at most that long; then it fails with {@code TIMEOUT}. */
    default <Q, R> R call(Operation<Q, R> operation, Q request, Duration timeout) {
        return call(operation.name(), request, operation.responseType(), timeout);
    }

    /** Sends a request of an operation that is known by its name alone, and waits for its response. */
    default <R> R call(String operation, Object request, Class<R> response) {
        return call(operation, request, response, timeout());
    }

    /** Sends such a request and waits for its response for at most that long. */
    <R> R call(String operation, Object request, Class<R> response, Duration timeout);

    /**
     * Sends a request. The response is read on a thread that may block, never on the channel's. The future fails with what {@link #call}
     * throws. Whoever cancels or completes the future before, also by {@code orTimeout}, cancels the call: the service learns of it, and
     * no response is kept.
     */
    default <Q, R> CompletableFuture<R> callAsync(Operation<Q, R> operation, Q request) {
        return callAsync(operation, request, timeout());
    }

    /** Sends a request whose future fails with {@code TIMEOUT} after that time. */
    default <Q, R> CompletableFuture<R> callAsync(Operation<Q, R> operation, Q request, Duration timeout) {
        return callAsync(operation.name(), request, operation.responseType(), timeout);
    }

    /** Sends a request of an operation that is known by its name alone. */
    default <R> CompletableFuture<R> callAsync(String operation, Object request, Class<R> response) {
        return callAsync(operation, request, response, timeout());
    }

    /** Sends such a request whose future fails with {@code TIMEOUT} after that time. */
    <R> CompletableFuture<R> callAsync(String operation, Object request, Class<R> response, Duration timeout);

    /**
     * Sends a message of an operation that has no response.
     *
     * @throws ParleyException if it could not be sent, or was refused
     */
    default <Q> void send(Operation<Q, Void> operation, Q value) {
        send(operation.name(), (Object) value);
    }

    /** Sends a message of an operation without response that is known by its name alone. */
    void send(String operation, Object value);

    /** Lets work under way finish for a time, then ends the session, if there is one. Idempotent. */
    @Override
    void close();
}
