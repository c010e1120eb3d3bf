package io.parley.bench.fault;

import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A system that carries calls of bytes, set up to bear faults as well as its own means allow. */
interface Rival {
    /** After how long a silent peer is lost, where that can be set. */
    long KEEP_ALIVE_MILLIS = 6_000;

    /** Returns how it is set up, in a few words for the page. */
    String setUp();

    /**
     * Starts a server, which may be one after another that was killed in the same place.
     *
     * @param work called on threads of the system's own; may block
     */
    AutoCloseable serve(Place place, UnaryOperator<byte[]> work) throws Exception;

    /** Connects a client to the place's {@link Place#client} host. */
    Client connect(Place place) throws Exception;

    /** A client that all callers share. Thread-safe. */
    interface Client extends AutoCloseable {
        /** Begins a call. The future fails if the call did; it may be cancelled by nobody. */
        CompletableFuture<byte[]> exchange(byte[] request);
    }
}
