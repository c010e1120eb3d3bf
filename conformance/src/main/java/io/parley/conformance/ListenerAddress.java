package io.parley.conformance;

import io.parley.conformance.jms.ServedQueue;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The address and protection of a listener.
 *
 * @param socket address of a stream listener; null if it is at a broker
 * @param certificate SHA-256 of the required certificate in hex; empty without TLS
 * @param queue of the service whose listener is at a broker; null otherwise
 */
record ListenerAddress(
        @Nullable InetSocketAddress socket,
        String certificate,
        @Nullable AtBroker queue) {
    private static final int NAMED_DIGITS = 32;

    /** A listener at a broker, identified by the port in the name of its queue. */
    record AtBroker(ServedQueue service, int port) {
        /** Returns the name of the listener's queue. */
        String queue() {
            return service.listener(port);
        }
    }

    ListenerAddress(InetSocketAddress socket, String certificate) {
        this(socket, certificate, null);
    }

    ListenerAddress(ServedQueue service, int port) {
        this(null, "", new AtBroker(service, port));
    }

    /**
     * Returns the socket address.
     *
     * @throws NotApplicable if the listener is at a broker
     */
    InetSocketAddress address() {
        if (socket == null) {
            throw new NotApplicable("the listener is at a broker");
        }
        return socket;
    }

    /**
     * Returns the listener at the broker.
     *
     * @throws NotApplicable if the listener is not at a broker
     */
    AtBroker atBroker() {
        if (queue == null) {
            throw new NotApplicable("the listener is at no broker");
        }
        return queue;
    }

    boolean isProtected() {
        return !certificate.isEmpty();
    }

    /** Returns the server name that selects the certificate (section 2.1). */
    String serverName() {
        return certificate.substring(0, NAMED_DIGITS) + ".parley";
    }
}
