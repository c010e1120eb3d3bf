package io.parley.channel;

import java.util.concurrent.CompletionStage;

/** A factory of connections to one fixed destination, for channels that need no negotiated address. Thread-safe. */
@FunctionalInterface
public interface Connector {
    /**
     * Connects, like {@link ChannelProvider#connect}.
     *
     * @return completes with the connection, or exceptionally with a {@link io.parley.ParleyException} of code
     *     {@code CONNECT_FAILED} or {@code OPEN_TIMEOUT}
     */
    CompletionStage<Connection> connect(ChannelSettings settings, ConnectionHandler handler);
}
