package io.parley.transport.jms;

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

/**
 * The channel {@code jms}: frames travel as messages between two temporary queues of one broker (docs/protocol/channels.md,
 * 1.1). A host is the name of a service, a port that of one listener of it; together they name its queue.
 *
 * <p>It has to be told which broker, so it is handed to a runtime as an object and is not found by itself. What JMS
 * cannot give: the security of a channel is that of each side's way to the broker and never between the sides, so none
 * is claimed; a connection ends with the broker; nobody who does not listen can be told from one who is slow, so both
 * are {@code CONNECT_FAILED}; and no peer has an address that could be counted, so the limit for each does not hold
 * here.
 */
public final class JmsChannelProvider implements ChannelProvider, AutoCloseable {
    private static final ChannelTraits TRAITS = new ChannelTraits("jms", true, true, false, false);

    private final BrokerLink link;
    private final JmsSettings settings;

    private JmsChannelProvider(BrokerLink link, JmsSettings settings) {
        this.link = link;
        this.settings = settings;
    }

    /** The channel over a broker, which is connected to when it is first needed. */
    public static JmsChannelProvider create(BrokerAccess broker, JmsSettings settings) {
        return new JmsChannelProvider(new BrokerLink(broker), settings);
    }

    @Override
    public ChannelTraits traits() {
        return TRAITS;
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    /**
     * {@inheritDoc} The limit counts from when the broker has been asked; how long the broker may take to be reached is for
     * its client to say.
     */
    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings channel, ConnectionHandler handler) {
        JmsConnector connector = new JmsConnector(link, settings, channel);
        return connector.connect(address, handler);
    }

    /**
     * {@inheritDoc} Blocks until the broker has answered. A listener outlives the loss of its broker: it comes back with it.
     */
    @Override
    public Listener listen(Address bind, ChannelSettings channel, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        return JmsListener.open(link, settings, channel, bind, acceptor);
    }

    /** Ends its listeners, its connections and that to the broker. Blocks. Idempotent. */
    @Override
    public void close() {
        link.close();
    }
}
