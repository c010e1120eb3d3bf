package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.ResourceAllocationException;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.ConnectionContext;
import org.apache.activemq.broker.region.Subscription;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ConsumerInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * ActiveMQ Classic: a broker other than Artemis, with a client and protocol of its own, which the channel reaches only
 * through a connection factory. After the tests, no queue of the channel may be left.
 */
final class OtherBroker implements BeforeAllCallback, AfterAllCallback {
    /** The names of temporary queues of this broker's client. */
    private static final Pattern TEMPORARY = Pattern.compile("ID:[A-Za-z0-9._:-]{1,200}");

    private @Nullable BrokerService broker;
    private @Nullable JmsChannelProvider provider;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        BrokerService started = new BrokerService();
        started.setPersistent(false);
        started.setUseJmx(false);
        started.setUseShutdownHook(false);
        started.setPlugins(new BrokerPlugin[] {OneListener::new});
        String url = started.addConnector("tcp://localhost:0").getPublishableConnectString();
        started.start();
        broker = started;
        provider = JmsChannelProvider.create(
                BrokerAccess.byFactory(new ActiveMQConnectionFactory(url)),
                JmsSettings.defaults().withTemporaryNames(TEMPORARY));
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        BrokerService running = Objects.requireNonNull(broker);
        try {
            await().atMost(TestBroker.PATIENCE)
                    .untilAsserted(() -> assertThat(running.getBroker().getDestinations())
                            .noneMatch(ActiveMQDestination::isTemporary));
        } finally {
            provider().close();
            running.stop();
            running.waitUntilStopped();
        }
    }

    /** Limits a listener's queue to one consumer, as the guide requires; this broker has no setting for that. */
    private static final class OneListener extends BrokerFilter {
        OneListener(Broker next) {
            super(next);
        }

        @Override
        public Subscription addConsumer(ConnectionContext context, ConsumerInfo info) throws Exception {
            boolean isListeners = info.getDestination()
                    .getPhysicalName()
                    .startsWith(JmsSettings.defaults().queuePrefix());
            boolean isTaken = getDestinations(info.getDestination()).stream()
                    .anyMatch(queue -> !queue.getConsumers().isEmpty());
            if (isListeners && isTaken) {
                throw new ResourceAllocationException(info.getDestination() + " has its consumer");
            }
            return super.addConsumer(context, info);
        }
    }

    JmsChannelProvider provider() {
        return Objects.requireNonNull(provider);
    }
}
