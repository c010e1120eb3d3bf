package io.parley.transport.jms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;
import org.jspecify.annotations.Nullable;

/**
 * An ActiveMQ Artemis broker in this process: for one process and its tests, or as a small broker by itself ({@code
 * parley broker}). It is reached in the process, and from outside only if it has an address to bind. Without users
 * everybody who reaches it may do everything. Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
    /** Queue of messages that nobody can take. */
    public static final String DEAD_LETTERS = "DLQ";

    /** Pattern of temporary queues' names for permissions to use them. */
    public static final String TEMPORARY = "temporary.#";

    private static final AtomicInteger IDS = new AtomicInteger();
    private static final String ACCEPTOR = "tcp";

    private final EmbeddedActiveMQ broker;
    private final int id;
    private final @Nullable String host;

    private EmbeddedBroker(EmbeddedActiveMQ broker, int id, @Nullable String host) {
        this.broker = broker;
        this.id = id;
        this.host = host;
    }

    /**
     * Returns a builder of a broker that only this process reaches, without users, whose messages end with it: unless
     * it is set otherwise.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** The URL for {@link BrokerAccess#byUrl} within this process. */
    public String localUrl() {
        return "vm://" + id;
    }

    /**
     * The URL for others.
     *
     * @throws IllegalStateException if it is not bound
     */
    public String url() {
        if (host == null) {
            throw new IllegalStateException(
                    "the broker is reached in its process only: expected a host and port to bind");
        }
        return "tcp://" + host + ":" + port();
    }

    // The broker logs that an acceptor could not bind, and runs on without it.
    private void requireBound(int wanted) throws IOException {
        if (host != null && port() <= 0) {
            close();
            throw new IOException("its address " + host + ":" + wanted + " cannot be bound");
        }
    }

    private int port() {
        return ((NettyAcceptor) broker.getActiveMQServer().getRemotingService().getAcceptor(ACCEPTOR)).getActualPort();
    }

    /** Returns the number of messages that wait on a queue; 0 if there is no such queue. */
    public long waiting(String queue) {
        var found = broker.getActiveMQServer().locateQueue(queue);
        return found == null ? 0 : found.getMessageCount();
    }

    /** The queues that exist now, those that connections have made for themselves among them. */
    public List<String> queues() {
        return List.of(broker.getActiveMQServer().getActiveMQServerControl().getQueueNames());
    }

    /** Stops; what is durable stays in the folder. Blocks. Idempotent. */
    @Override
    public void close() throws IOException {
        try {
            broker.stop();
        } catch (Exception e) {
            throw new IOException("the broker did not stop in order", e);
        }
    }

    /** Settings of the broker. Not thread-safe. */
    public static final class Builder {
        private static final int MAX_DELIVERIES = 5;
        /** Interval at which unused queues that were made on demand are removed. */
        private static final long UNUSED_MILLIS = 2000;

        private static final long LEAST_ADDRESS = 64 * 1024 * 1024;
        /** Part of the heap that one address may take. */
        private static final int SHARE_OF_HEAP = 8;

        private final List<String> queues = new ArrayList<>();
        private final Map<String, String> passwords = new HashMap<>();
        private final Map<String, Set<String>> rolesOfUsers = new HashMap<>();
        private final Map<String, Set<Role>> permissions = new HashMap<>();
        private final Map<String, Object> transport = new HashMap<>();
        private @Nullable Path folder;
        private @Nullable String host;
        private int port;

        private final int id = IDS.incrementAndGet();

        private Builder() {}

        /** Keeps durable messages in this folder, which is made if need be. Without it nothing outlives the broker. */
        public Builder folder(Path value) {
            folder = value;
            return this;
        }

        /** Binds; port 0 takes a free one. Only what speaks Artemis's own protocol is answered. */
        public Builder bind(String name, int number) {
            host = name;
            port = number;
            return this;
        }

        /** TLS for all who come from outside, by a PKCS12 key store. */
        public Builder tls(Path keyStore, String password) {
            transport.put(TransportConstants.SSL_ENABLED_PROP_NAME, true);
            transport.put(TransportConstants.KEYSTORE_TYPE_PROP_NAME, "PKCS12");
            transport.put(TransportConstants.KEYSTORE_PATH_PROP_NAME, keyStore.toString());
            transport.put(TransportConstants.KEYSTORE_PASSWORD_PROP_NAME, password);
            return this;
        }

        /** A durable queue that is there from the beginning, for a service. */
        public Builder queue(String name) {
            queues.add(name);
            return this;
        }

        /**
         * A user with a role. From the first user on, nobody may do anything that is not {@link #permit permitted}, and each
         * message says who sent it (JMSXUserID).
         */
        public Builder user(String name, String password, String role) {
            passwords.put(name, password);
            rolesOfUsers.computeIfAbsent(name, key -> new HashSet<>()).add(role);
            return this;
        }

        /**
         * Permits a role to use queues.
         *
         * @param queuePattern a name, {@code *} for one word of it, {@code #} for any number of words; the most exact
         *     pattern counts alone
         * @param send whether it may send
         * @param consume whether it may receive, and make and remove the queues that it receives from
         */
        public Builder permit(String queuePattern, String role, boolean send, boolean consume) {
            permissions
                    .computeIfAbsent(queuePattern, key -> new HashSet<>())
                    .add(new Role(
                            role, send, consume, consume, consume, consume, consume, false, consume, consume, consume,
                            false, false));
            return this;
        }

        /**
         * Starts it. Blocks until it serves. After its end it may be started again, at the same local URL.
         *
         * @throws IOException if the address is taken or the folder cannot be used
         */
        public EmbeddedBroker start() throws IOException {
            EmbeddedActiveMQ broker = new EmbeddedActiveMQ().setConfiguration(configuration());
            if (!passwords.isEmpty()) {
                broker.setSecurityManager(
                        new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), securityConfiguration()));
            }
            try {
                broker.start();
                EmbeddedBroker started = new EmbeddedBroker(broker, id, host);
                started.requireBound(port);
                return started;
            } catch (Exception e) {
                throw new IOException("the broker does not start: " + e.getMessage(), e);
            }
        }

        private Configuration configuration() {
            ConfigurationImpl configuration = new ConfigurationImpl();
            configuration.setName("parley-broker-" + id);
            configuration.setPersistenceEnabled(folder != null);
            if (folder != null) {
                configuration.setJournalDirectory(folder.resolve("journal").toString());
                configuration.setBindingsDirectory(folder.resolve("bindings").toString());
                configuration.setPagingDirectory(folder.resolve("paging").toString());
                configuration.setLargeMessagesDirectory(folder.resolve("large").toString());
                configuration.setJournalType(JournalType.NIO);
                // What was delivered before a crash is told from what was not, so that it is marked as redelivered.
                configuration.setPersistDeliveryCountBeforeDelivery(true);
            }
            configuration.setTemporaryQueueNamespace(TEMPORARY.substring(0, TEMPORARY.indexOf('.')));
            configuration.setJMXManagementEnabled(false);
            configuration.setSecurityEnabled(!passwords.isEmpty());
            // Whoever receives a message can rely on who sent it: the broker sets JMSXUserID, over whatever stood
            // there.
            configuration.setPopulateValidatedUser(!passwords.isEmpty());
            configuration.addAcceptorConfiguration(new TransportConfiguration(
                    InVMAcceptorFactory.class.getName(), new HashMap<>(Map.of("serverId", id)), "vm"));
            if (host != null) {
                Map<String, Object> tcp = new HashMap<>(transport);
                tcp.put(TransportConstants.HOST_PROP_NAME, host);
                tcp.put(TransportConstants.PORT_PROP_NAME, port);
                tcp.put(TransportConstants.PROTOCOLS_PROP_NAME, "CORE");
                configuration.addAcceptorConfiguration(
                        new TransportConfiguration(NettyAcceptorFactory.class.getName(), tcp, ACCEPTOR));
            }
            queues.forEach(name -> configuration.addQueueConfiguration(durable(name)));
            configuration.addQueueConfiguration(durable(DEAD_LETTERS));
            configuration.addAddressSetting("#", addresses());
            configuration.addAddressSetting(JmsSettings.defaults().queuePrefix() + "#", listeners());
            configuration.setAddressQueueScanPeriod(UNUSED_MILLIS);
            configuration.registerBrokerPlugin(
                    new StayGone(JmsSettings.defaults().temporaryNames(), false));
            permissions.forEach(configuration::putSecurityRoles);
            return configuration;
        }

        private static QueueConfiguration durable(String name) {
            return QueueConfiguration.of(name)
                    .setAddress(name)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(true);
        }

        /**
         * Returns the largest size of an address. The sender of a single message that is longer waits until it was
         * worked on, and an answer as long, sent meanwhile, would wait for that.
         */
        private static long mostOfAddress() {
            return Math.max(LEAST_ADDRESS, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
        }

        // A queue that grows beyond its size goes to disk, or without a folder makes its senders wait.
        private AddressSettings addresses() {
            SimpleString deadLetters = SimpleString.of(DEAD_LETTERS);
            return new AddressSettings()
                    .setDeadLetterAddress(deadLetters)
                    .setExpiryAddress(deadLetters)
                    .setMaxDeliveryAttempts(MAX_DELIVERIES)
                    .setMaxSizeBytes(mostOfAddress())
                    .setAddressFullMessagePolicy(
                            folder != null ? AddressFullMessagePolicy.PAGE : AddressFullMessagePolicy.BLOCK);
        }

        /**
         * A listener's queue has one consumer, and without it takes nothing: who asks where nobody listens leaves no
         * trace.
         */
        private AddressSettings listeners() {
            return addresses().setDefaultMaxConsumers(1).setDefaultPurgeOnNoConsumers(true);
        }

        private SecurityConfiguration securityConfiguration() {
            SecurityConfiguration users = new SecurityConfiguration();
            passwords.forEach(users::addUser);
            rolesOfUsers.forEach((user, roles) -> roles.forEach(role -> users.addRole(user, role)));
            return users;
        }
    }
}
