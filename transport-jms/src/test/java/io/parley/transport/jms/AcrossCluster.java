package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ChannelTraits;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A channel between two brokers of a cluster: listeners use one, clients the other. After the tests, no queue of the
 * channel may be left.
 */
final class AcrossCluster implements ChannelProvider, BeforeAllCallback, AfterAllCallback {
    private @Nullable Cluster cluster;
    private @Nullable JmsChannelProvider clients;
    private @Nullable JmsChannelProvider services;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Cluster started = Cluster.ofTwo();
        cluster = started;
        clients = JmsChannelProvider.create(BrokerAccess.byUrl(started.firstUrl()), JmsSettings.defaults());
        services = JmsChannelProvider.create(BrokerAccess.byUrl(started.secondUrl()), JmsSettings.defaults());
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        try {
            await().atMost(TestBroker.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(Objects.requireNonNull(cluster).queues())
                                    .containsOnly(EmbeddedBroker.DEAD_LETTERS));
        } finally {
            clients().close();
            services().close();
            Objects.requireNonNull(cluster).close();
        }
    }

    private JmsChannelProvider clients() {
        return Objects.requireNonNull(clients);
    }

    private JmsChannelProvider services() {
        return Objects.requireNonNull(services);
    }

    @Override
    public ChannelTraits traits() {
        return services().traits();
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        return clients().connect(address, settings, handler);
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        Listener listener = services().listen(bind, settings, acceptor);
        Objects.requireNonNull(cluster).awaitAtFirst(JmsSettings.defaults().queueOf(listener.address()));
        return listener;
    }
}
