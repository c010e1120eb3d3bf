package io.parley.conformance;

import io.parley.conformance.jms.QueueListener;
import java.io.IOException;

/** The suite's service, with an address of its own for each client. Thread-safe. */
interface Site extends AutoCloseable {
    /**
     * Returns a visit at a new address, whose client has not been called yet.
     *
     * @param suffix end of the name of a queue; empty at a web site
     * @throws NotApplicable if the service cannot reply so
     */
    Visit visit(String suffix, Reply reply) throws IOException;

    /**
     * Listens where a service on another queue would.
     *
     * @throws NotApplicable at a web site
     */
    QueueListener listenElsewhere(String name) throws IOException;

    /** Returns whether the addresses are those of HTTPS. */
    boolean isProtected();

    /** Returns whether the addresses are queues. */
    boolean hasQueues();

    @Override
    void close() throws IOException;
}
