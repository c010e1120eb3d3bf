package io.parley.testkit.channel;

import io.parley.ChannelTraits;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A decorator of a channel that reports other traits. */
public record WithTraits(ChannelTraits traits, ChannelProvider below) implements ChannelProvider {
    @Override
    public boolean isAvailable() {
        return below.isAvailable();
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        return below.connect(address, settings, handler);
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        return below.listen(bind, settings, acceptor);
    }
}
