package io.parley.transport.quic;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Conversation;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Helpers that open sessions over QUIC between two runtimes, through a port that may belong to a proxy. */
final class QuicSessions {
    private static final int PATIENCE_SECONDS = 60;

    private QuicSessions() {}

    /** Returns the UDP address of a listener on this machine. */
    static InetSocketAddress target(Address listener) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.port());
    }

    /** Returns an agreement on the representation {@code xml}, with the listener's certificate, at the port. */
    static Agreement agreement(RuntimeListener listening, int port) {
        return Agreement.byApi(
                        "xml", "quic", List.of(new HostPort("127.0.0.1", port)), Limits.defaults(), "quic-sessions")
                .protectedBy(listening.certificate());
    }

    /**
     * Opens a session, with a token that the server issues.
     *
     * @param back handles messages from the server
     */
    static Conversation open(
            ParleyRuntime server,
            ParleyRuntime client,
            Agreement agreement,
            MessageHandler handler,
            MessageHandler back)
            throws Exception {
        byte[] token = server.issue(agreement, "someone", null, handler);
        return client.open(agreement, token, new byte[0], back)
                .toCompletableFuture()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
