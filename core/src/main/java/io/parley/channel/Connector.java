package io.parley.channel;

import java.util.concurrent.CompletionStage;

/** A way to one place that is known already, so that no address need be agreed on. Thread-safe. */
@FunctionalInterface
public interface Connector {
    /**
     * Connects, as {@link ChannelProvider#connect} does.
     *
     * @return completes with the connection, or exceptionally with a {@link io.parley.ParleyException} of code {@code
     *     CONNECT_FAILED} or {@code OPEN_TIMEOUT}
     */
    CompletionStage<Connection> connect(ChannelSettings settings, ConnectionHandler handler);
}
