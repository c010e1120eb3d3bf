package io.parley.transport.quic;

import io.parley.ChannelTraits;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The quic channel with certificates: listeners generate them, and clients on this JVM know their fingerprints. */
final class ProtectedQuic implements ChannelProvider {
    private static final String UNKNOWN = "0".repeat(64);
    /** Sufficient for the first handshake of a JVM, which loads a native library. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(20);

    private final ChannelProvider quic = new QuicChannelProvider();
    private final Map<Integer, String> certificates = new ConcurrentHashMap<>();

    @Override
    public ChannelTraits traits() {
        ChannelTraits own = quic.traits();
        return new ChannelTraits(own.name(), own.ordered(), own.serverPush(), own.encrypted(), own.tellsOfEnd());
    }

    @Override
    public boolean isAvailable() {
        return quic.isAvailable();
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        String certificate = certificates.getOrDefault(address.port(), UNKNOWN);
        return quic.connect(
                address, settings.shakingHandsWithin(HANDSHAKE).with(new Protection.Pinned(certificate)), handler);
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        Listener listener = quic.listen(bind, settings.with(new Protection.Ephemeral()), acceptor);
        certificates.put(listener.address().port(), listener.certificate());
        return listener;
    }
}
