package io.parley.bench.fault;

import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A system that carries calls of bytes, configured for the best fault tolerance of its own means. */
interface Rival {
    /** The time after which a silent peer counts as lost, where it can be configured. */
    long KEEP_ALIVE_MILLIS = 6_000;

    /** Returns a short description of the configuration, for the page. */
    String setUp();

    /**
     * Starts a server; it may replace one that was killed in the same place.
     *
     * @param work called on the system's own threads; may block
     */
    AutoCloseable serve(Place place, UnaryOperator<byte[]> work) throws Exception;

    /** Connects a client through the proxy, {@link Place#FRONT}. */
    Client connect(Place place) throws Exception;

    /** A client shared by all callers. Thread-safe. */
    interface Client extends AutoCloseable {
        /** Starts a call. The future fails if the call fails; it must not be cancelled. */
        CompletableFuture<byte[]> exchange(byte[] request);
    }
}
