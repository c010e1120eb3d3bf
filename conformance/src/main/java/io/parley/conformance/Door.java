package io.parley.conformance;

import io.parley.conformance.jms.ServedQueue;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a listener is, and how its bytes are protected.
 *
 * @param socket of a listener of the stream; null where it is at a broker
 * @param certificate hex digits of the SHA-256 of the certificate that it has to show; empty where it has no TLS
 * @param queue of the service whose listener is at a broker
 */
record Door(
        @Nullable InetSocketAddress socket,
        String certificate,
        @Nullable AtBroker queue) {
    private static final int NAMED_DIGITS = 32;

    /** A listener of the service at a queue, by the port that stands in the name of its own queue. */
    record AtBroker(ServedQueue service, int port) {
        /** The name of that queue. */
        String queue() {
            return service.listener(port);
        }
    }

    Door(InetSocketAddress socket, String certificate) {
        this(socket, certificate, null);
    }

    Door(ServedQueue service, int port) {
        this(null, "", new AtBroker(service, port));
    }

    /** The address; a case that needs one does not apply where there is none. */
    InetSocketAddress address() {
        if (socket == null) {
            throw new NotApplicable("the listener is at a broker");
        }
        return socket;
    }

    /** The listener at a broker; a case that needs one does not apply to others. */
    AtBroker atBroker() {
        if (queue == null) {
            throw new NotApplicable("the listener is at no broker");
        }
        return queue;
    }

    boolean isProtected() {
        return !certificate.isEmpty();
    }

    /** The name by which that certificate is asked for (section 2.1). */
    String serverName() {
        return certificate.substring(0, NAMED_DIGITS) + ".parley";
    }
}
