package io.parley.transport.http.program;

import io.parley.endpoint.Contract;
import io.parley.transport.http.endpoint.HttpEndpoint;

/**
 * Service of an {@link EndpointProgram}: an application's class with a constructor without parameters, which the
 * configuration names.
 */
public interface EndpointService extends AutoCloseable {
    /** Returns its contract. Called once. */
    Contract contract();

    /**
     * Declares the handlers, and what the configuration does not have: who is admitted, who observes. Settings are in place
     * already; what is set here wins.
     */
    void declare(HttpEndpoint.Builder endpoint);

    /** The endpoint was closed, after its calls. */
    @Override
    default void close() {}
}
