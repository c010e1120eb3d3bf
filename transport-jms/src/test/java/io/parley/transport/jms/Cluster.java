package io.parley.transport.jms;

import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.ClusterConnectionConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.HAPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.SharedStoreBackupPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.SharedStorePrimaryPolicyConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.postoffice.Bindings;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.cluster.RemoteQueueBinding;
import org.apache.activemq.artemis.core.server.cluster.impl.MessageLoadBalancingType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Two Artemis brokers that are connected by static connectors: either both are active and forward messages to consumers
 * at the other, or one is the other's backup on the same store.
 */
public final class Cluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Number of brokers; the cluster connection of each lists the others. */
    private static final int BOTH = 2;

    /** Interval of the search for unused auto-created queues. */
    private static final long UNUSED_MILLIS = 500;

    private final int firstPort = FreePort.find();
    private final int secondPort = FreePort.find();
    private final EmbeddedActiveMQ first;
    private final EmbeddedActiveMQ second;

    private Cluster(@Nullable Path store) throws Exception {
        first = broker(
                firstPort,
                secondPort,
                store,
                new SharedStorePrimaryPolicyConfiguration().setFailoverOnServerShutdown(true));
        second = broker(
                secondPort,
                firstPort,
                store,
                new SharedStoreBackupPolicyConfiguration().setFailoverOnServerShutdown(true));
        first.start();
        second.start();
    }

    /** Starts two active brokers without persistence. */
    public static Cluster ofTwo() throws Exception {
        Cluster cluster = new Cluster(null);
        for (EmbeddedActiveMQ each : List.of(cluster.first, cluster.second)) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> each.getActiveMQServer()
                                    .getClusterManager()
                                    .getClusterConnections()
                                    .iterator()
                                    .next()
                                    .getNodes()
                                    .size()
                            == BOTH - 1);
        }
        return cluster;
    }

    /** Starts a primary and its backup, on a shared store in the folder. */
    public static Cluster withBackup(Path store) throws Exception {
        return new Cluster(store);
    }

    /** Returns the URL of the first broker only. */
    public String firstUrl() {
        return url(firstPort) + "?useTopologyForLoadBalancing=false";
    }

    /** Returns the URL of the second broker only. */
    public String secondUrl() {
        return url(secondPort) + "?useTopologyForLoadBalancing=false";
    }

    /** Returns the URL of whichever broker is active. */
    public String url() {
        return "(" + url(firstPort) + "," + url(secondPort) + ")";
    }

    private static String url(int port) {
        return "tcp://localhost:" + port;
    }

    /** Returns the queues of both brokers, without those that brokers use among each other. */
    public List<String> queues() {
        return Stream.of(first, second)
                .flatMap(broker -> queues(broker).stream())
                .filter(name -> !name.startsWith("$") && !name.startsWith("notif."))
                .toList();
    }

    private static List<String> queues(EmbeddedActiveMQ broker) {
        return broker.getActiveMQServer().isActive()
                ? List.of(broker.getActiveMQServer().getActiveMQServerControl().getQueueNames())
                : List.of();
    }

    /**
     * Blocks until the first broker knows of a consumer at the second: before that it forwards no messages of this
     * queue.
     */
    public void awaitAtFirst(String queue) {
        Awaitility.await().atMost(PATIENCE).until(() -> isTakenElsewhere(queue));
    }

    private boolean isTakenElsewhere(String queue) throws Exception {
        Bindings known = first.getActiveMQServer().getPostOffice().lookupBindingsForAddress(SimpleString.of(queue));
        return known != null
                && known.getBindings().stream()
                        .anyMatch(each -> each instanceof RemoteQueueBinding remote && remote.consumerCount() > 0);
    }

    /** Stops the first broker as if its process had been killed, without notice to others. */
    public void killFirst() throws Exception {
        first.getActiveMQServer().fail(true);
    }

    /** Blocks until the second broker has taken over. */
    public void awaitSecond() throws InterruptedException {
        if (!second.getActiveMQServer().waitForActivation(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("the backup does not take the place of the one that ended");
        }
    }

    private static EmbeddedActiveMQ broker(int port, int other, @Nullable Path store, HAPolicyConfiguration policy)
            throws Exception {
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setName("node " + port);
        configuration.setSecurityEnabled(false);
        configuration.setJMXManagementEnabled(false);
        configuration.setPersistenceEnabled(store != null);
        if (store != null) {
            share(configuration, store);
            configuration.setHAPolicyConfiguration(policy);
        }
        configuration.addAcceptorConfiguration(
                new TransportConfiguration(NettyAcceptorFactory.class.getName(), at(port), "tcp"));
        configuration.addConnectorConfiguration(
                "self", new TransportConfiguration(NettyConnectorFactory.class.getName(), at(port)));
        configuration.addConnectorConfiguration(
                "other", new TransportConfiguration(NettyConnectorFactory.class.getName(), at(other)));
        configuration.setClusterUser("cluster").setClusterPassword("of tests");
        configuration.addClusterConfiguration(new ClusterConnectionConfiguration()
                .setName("cluster")
                .setConnectorName("self")
                .setStaticConnectors(List.of("other"))
                .setRetryInterval(100)
                .setMessageLoadBalancingType(MessageLoadBalancingType.ON_DEMAND));
        SimpleString deadLetters = SimpleString.of(EmbeddedBroker.DEAD_LETTERS);
        AddressSettings settings = new AddressSettings()
                .setDeadLetterAddress(deadLetters)
                .setExpiryAddress(deadLetters)
                .setRedistributionDelay(0);
        configuration.addQueueConfiguration(
                QueueConfiguration.of(deadLetters).setAddress(deadLetters).setRoutingType(RoutingType.ANYCAST));
        configuration.addAddressSetting("#", settings);
        configuration.addAddressSetting(
                JmsSettings.defaults().queuePrefix() + "#",
                new AddressSettings(settings)
                        .setDefaultMaxConsumers(1)
                        .setDefaultPurgeOnNoConsumers(true)
                        .setAutoDeleteQueuesSkipUsageCheck(true));
        configuration.setAddressQueueScanPeriod(UNUSED_MILLIS);
        configuration.registerBrokerPlugin(
                new TemporaryQueueGuard(JmsSettings.defaults().temporaryNames(), true));
        return new EmbeddedActiveMQ().setConfiguration(configuration);
    }

    private static void share(Configuration configuration, Path store) throws Exception {
        configuration.setJournalType(JournalType.NIO);
        configuration.setJournalDirectory(store.resolve("journal").toString());
        configuration.setBindingsDirectory(store.resolve("bindings").toString());
        configuration.setPagingDirectory(store.resolve("paging").toString());
        configuration.setLargeMessagesDirectory(store.resolve("large").toString());
    }

    private static Map<String, Object> at(int port) {
        return new HashMap<>(
                Map.of(TransportConstants.HOST_PROP_NAME, "localhost", TransportConstants.PORT_PROP_NAME, port));
    }

    @Override
    public void close() throws IOException {
        try {
            second.stop();
            first.stop();
        } catch (Exception e) {
            throw new IOException("a broker did not stop in order", e);
        }
    }
}
