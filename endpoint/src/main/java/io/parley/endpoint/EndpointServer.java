package io.parley.endpoint;

import io.parley.channel.Protection;
import java.time.Duration;

/**
 * Running service of a contract, for any transport: the counterpart of {@link EndpointClient}. Its threads are daemons,
 * so a program that only serves calls {@link #awaitClose}. Thread-safe.
 */
public interface EndpointServer extends AutoCloseable {
    /** Returns the number of open sessions. */
    int sessions();

    /** Returns the counters since the start, and the current sessions and memory. */
    EndpointCounts counts();

    /**
     * Replaces the certificate for new connections. Open sessions and issued tokens remain valid.
     *
     * @throws IllegalStateException if the endpoint is not protected
     * @throws IllegalArgumentException if the key cannot be used
     */
    void renew(Protection.Certified certified);

    /**
     * Stops accepting work, waits for the work in progress, and closes the endpoint when that has ended or the time is
     * over. Durable sessions are left to the next process.
     *
     * @return true if all work ended in time
     */
    boolean drain(Duration within);

    /** Waits until the endpoint is closed. */
    void awaitClose() throws InterruptedException;

    /** Stops listening, leaves durable sessions to the next process, and closes all other sessions. Idempotent. */
    @Override
    void close();
}
