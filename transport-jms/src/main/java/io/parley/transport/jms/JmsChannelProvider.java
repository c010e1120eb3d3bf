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
 * Channel {@code jms}: frames travel in messages between two temporary queues of one broker (docs/protocol/channels.md,
 * section 1.1). The host of an address is the name of a service, and the port identifies one of its listeners; together
 * they name its queue.
 *
 * <p>The provider needs a broker, so the application passes it to a runtime; it is not found by {@link
 * java.util.ServiceLoader}. It differs from other channels in four ways. Each side secures its own connection to the
 * broker, so the channel reports none. A connection ends with the broker. A missing listener cannot be told from a slow
 * one, so both fail with {@code CONNECT_FAILED}. No peer has an address to count, so the limit of connections per
 * address does not apply.
 */
public final class JmsChannelProvider implements ChannelProvider, AutoCloseable {
    private static final ChannelTraits TRAITS = new ChannelTraits("jms", true, true, false, false);

    private final BrokerLink link;
    private final JmsSettings settings;

    private JmsChannelProvider(BrokerLink link, JmsSettings settings) {
        this.link = link;
        this.settings = settings;
    }

    /** Creates the channel over a broker; connects when it is first used. */
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
     * {@inheritDoc} The timeout starts when the request was sent to the broker; the broker's client has a timeout of
     * its own for reaching the broker.
     */
    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings channel, ConnectionHandler handler) {
        JmsConnector connector = new JmsConnector(link, settings, channel);
        return connector.connect(address, handler);
    }

    /**
     * {@inheritDoc} Blocks until the broker has responded. A listener survives the loss of its broker and resumes when
     * the broker is back.
     */
    @Override
    public Listener listen(Address bind, ChannelSettings channel, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        return JmsListener.open(link, settings, channel, bind, acceptor);
    }

    /** Closes all listeners and connections, and the connection to the broker. Blocks. Idempotent. */
    @Override
    public void close() {
        link.close();
    }
}
