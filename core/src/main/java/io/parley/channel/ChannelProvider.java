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
    /** The traits; their name is the channel's term in offers. */
    ChannelTraits traits();

    /** Returns the name in its traits. */
    @Override
    default String name() {
        return traits().name();
    }

    /**
     * Connects. Never blocks. The handler is called from the moment the connection stands.
     *
     * @return completes with the connection, or exceptionally with a {@link io.parley.ParleyException} of code {@code
     *     CONNECT_FAILED} or, when the connect limit is over, {@code OPEN_TIMEOUT}
     */
    CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler);

    /**
     * Listens. The acceptor is called once per connection, before its first frame, and must not block.
     *
     * @throws IOException if the address cannot be bound; the text names it
     */
    Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException;
}
