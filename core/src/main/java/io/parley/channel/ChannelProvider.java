package io.parley.channel;

import io.parley.ChannelTraits;
import io.parley.Provider;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A kind of channel, found by {@link java.util.ServiceLoader}. Implementations are thread-safe and never throw while
 * loading: if the machine lacks what they need, {@link #isAvailable()} returns false. Every implementation passes the
 * testkit's {@code ChannelContract}.
 */
public interface ChannelProvider extends Provider {
    /** Returns the channel's traits; their name is the channel's term in offers. */
    ChannelTraits traits();

    /** Returns the name in its traits. */
    @Override
    default String name() {
        return traits().name();
    }

    /**
     * Connects to an address. Never blocks. The handler's methods are called once the connection is established.
     *
     * @return completes with the connection, or exceptionally with a {@link io.parley.ParleyException} of code
     *     {@code CONNECT_FAILED} or, when the connect timeout has expired, {@code OPEN_TIMEOUT}
     */
    CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler);

    /**
     * Binds a listener. The acceptor is called once per connection, before its first frame, and must not block.
     *
     * @throws IOException if the address cannot be bound; the message names it
     */
    Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException;
}
