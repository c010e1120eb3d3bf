package io.parley.endpoint;

import io.parley.ParleyException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Client of a service of a contract, for any transport. A call ends with its response, with an {@link OperationFault}
 * that its operation declares, or with a {@link ParleyException}; if the {@code retry()} of that is {@code SAFE}, the
 * request was certainly not dispatched. Thread-safe; calls of several threads run in parallel.
 *
 * <p>For an operation that is given by name, the class of its response is a parameter.
 */
public interface EndpointClient extends AutoCloseable {
    /** Returns the default timeout of calls. */
    Duration timeout();

    /**
     * Sends a request and waits for its response.
     *
     * @throws OperationFault if the service responded with a fault that the operation declares
     * @throws ParleyException if there is no response
     */
    default <Q, R> R call(Operation<Q, R> operation, Q request) {
        return call(operation, request, timeout());
    }

    /** Sends a request and waits for its response; fails with {@code TIMEOUT} after the given time. */
    default <Q, R> R call(Operation<Q, R> operation, Q request, Duration timeout) {
        return call(operation.name(), request, operation.responseType(), timeout);
    }

    /** Sends a request of an operation given by name, and waits for its response. */
    default <R> R call(String operation, Object request, Class<R> response) {
        return call(operation, request, response, timeout());
    }

    /**
     * Sends a request of an operation given by name, and waits for its response; fails with {@code TIMEOUT} after the
     * given time.
     */
    <R> R call(String operation, Object request, Class<R> response, Duration timeout);

    /**
     * Sends a request. The response is read on a thread that may block, never on the channel's. The future fails with
     * the exceptions of {@link #call}. Cancelling or completing it before, also by {@code orTimeout}, cancels the call:
     * the service is informed, and a response is discarded.
     */
    default <Q, R> CompletableFuture<R> callAsync(Operation<Q, R> operation, Q request) {
        return callAsync(operation, request, timeout());
    }

    /** Sends a request; the future fails with {@code TIMEOUT} after the given time. */
    default <Q, R> CompletableFuture<R> callAsync(Operation<Q, R> operation, Q request, Duration timeout) {
        return callAsync(operation.name(), request, operation.responseType(), timeout);
    }

    /** Sends a request of an operation given by name. */
    default <R> CompletableFuture<R> callAsync(String operation, Object request, Class<R> response) {
        return callAsync(operation, request, response, timeout());
    }

    /** Sends a request of an operation given by name; the future fails with {@code TIMEOUT} after the given time. */
    <R> CompletableFuture<R> callAsync(String operation, Object request, Class<R> response, Duration timeout);

    /**
     * Sends a message of an operation without a response.
     *
     * @throws ParleyException if it could not be sent, or was refused
     */
    default <Q> void send(Operation<Q, Void> operation, Q value) {
        send(operation.name(), (Object) value);
    }

    /** Sends a message of an operation without a response, given by name. */
    void send(String operation, Object value);

    /** Waits for work in progress for a limited time, then closes the session, if there is one. Idempotent. */
    @Override
    void close();
}
