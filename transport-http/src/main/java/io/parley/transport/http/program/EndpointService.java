package io.parley.transport.http.program;

import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointBuilder;
import io.parley.transport.http.endpoint.HttpEndpoint;

/**
 * Service of an {@link EndpointProgram}: a class of the application with a public constructor without parameters, named
 * in the configuration.
 */
public interface EndpointService extends AutoCloseable {
    /** Returns the service's contract. Called once. */
    Contract contract();

    /**
     * Declares the handlers, and what the configuration does not cover, such as observers. The settings of the
     * configuration are already applied; this method can override them. Called for the endpoint at the URL and, if the
     * configuration names a queue, for the one there.
     */
    void declare(EndpointBuilder<?> endpoint);

    /**
     * Declares what only an endpoint at a URL has, such as access control; called after {@link #declare}. On a queue
     * the broker decides who may send.
     */
    default void declareUrl(HttpEndpoint.Builder endpoint) {}

    /** Called after the endpoint was closed and its calls have ended. */
    @Override
    default void close() {}
}
