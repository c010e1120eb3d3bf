package io.parley.transport.jms;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
import org.apache.activemq.artemis.core.server.ActiveMQLockAcquisitionTimeoutException;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.ActiveMQServers;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;
import org.jspecify.annotations.Nullable;

/**
 * ActiveMQ Artemis broker in this process, for a single process and its tests, or as a small standalone broker ({@code
 * parley broker}). It accepts connections from outside the process only if it is bound to an address. Without users,
 * everybody who can connect has all permissions. Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
    static {
        ArtemisJars.read();
    }

    /** Queue of messages that cannot be delivered. */
    public static final String DEAD_LETTERS = "DLQ";

    /** Pattern of the names of temporary queues, for permissions to use them. */
    public static final String TEMPORARY = "temporary.#";

    private static final AtomicInteger IDS = new AtomicInteger();
    private static final String ACCEPTOR = "tcp";
    /** Option that durable brokers need on JDK 24 and later. */
    static final String MEMORY_OPTION = "--sun-misc-unsafe-memory-access=allow";

    private final ActiveMQServer broker;
    private final int id;
    private final @Nullable String host;

    private EmbeddedBroker(ActiveMQServer broker, int id, @Nullable String host) {
        this.broker = broker;
        this.id = id;
        this.host = host;
    }

    /**
     * Returns a builder of a broker that by default is reachable from this process only, without users, and loses its
     * messages when it stops.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the URL for {@link BrokerAccess#byUrl} within this process. */
    public String localUrl() {
        return "vm://" + id;
    }

    /**
     * Returns the URL for other processes.
     *
     * @throws IllegalStateException if the broker is not bound to an address
     */
    public String url() {
        if (host == null) {
            throw new IllegalStateException(
                    "expected a broker bound to a host and port, found one for its own process only");
        }
        return "tcp://" + host + ":" + port();
    }

    // Needed because the broker only logs that an acceptor could not bind, and runs on without it.
    private void requireBound(int wanted) throws IOException {
        if (host != null && port() <= 0) {
            close();
            throw new IOException("cannot bind " + host + ":" + wanted);
        }
    }

    private int port() {
        return ((NettyAcceptor) broker.getRemotingService().getAcceptor(ACCEPTOR)).getActualPort();
    }

    /** Returns the number of pending messages on a queue; 0 if the queue does not exist. */
    public long waiting(String queue) {
        var found = broker.locateQueue(queue);
        return found == null ? 0 : found.getMessageCount();
    }

    /** Returns the names of all queues, including temporary ones. */
    public List<String> queues() {
        return List.of(broker.getActiveMQServerControl().getQueueNames());
    }

    /** Stops the broker; durable messages stay in its folder. Blocks. Idempotent. */
    @Override
    public void close() throws IOException {
        try {
            broker.stop();
        } catch (Exception e) {
            throw new IOException("cannot stop the broker", e);
        }
    }

    /** Settings of the broker. Not thread-safe. */
    public static final class Builder {
        private static final int MAX_DELIVERIES = 5;
        /** Interval at which unused queues that were created on demand are removed. */
        private static final long UNUSED_MILLIS = 2000;
        /** How long a start waits for another broker to leave the folder; Artemis waits for ever. */
        private static final long LOCK_MILLIS = 5_000;

        private static final long MIN_ADDRESS_BYTES = 64 * 1024 * 1024;
        /** Fraction of the heap that one address may take. */
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

        /**
         * Keeps durable messages in this folder, which is created if necessary. Default: no message outlives the
         * broker.
         */
        public Builder folder(Path value) {
            folder = value;
            return this;
        }

        /** Binds to an address; port 0 selects a free one. Only Artemis's own protocol is accepted. */
        public Builder bind(String name, int number) {
            host = name;
            port = number;
            return this;
        }

        /**
         * Protects connections from outside by TLS.
         *
         * @param keyStore a PKCS12 file
         */
        public Builder tls(Path keyStore, String password) {
            transport.put(TransportConstants.SSL_ENABLED_PROP_NAME, true);
            transport.put(TransportConstants.KEYSTORE_TYPE_PROP_NAME, "PKCS12");
            transport.put(TransportConstants.KEYSTORE_PATH_PROP_NAME, keyStore.toString());
            transport.put(TransportConstants.KEYSTORE_PASSWORD_PROP_NAME, password);
            return this;
        }

        /** Adds a durable queue for a service, created when the broker starts. */
        public Builder queue(String name) {
            queues.add(name);
            return this;
        }

        /**
         * Adds a user with a role. Once there is a user, only {@link #permit permitted} actions are allowed, and
         * each message carries the name of its sender ({@code JMSXUserID}).
         */
        public Builder user(String name, String password, String role) {
            passwords.put(name, password);
            rolesOfUsers.computeIfAbsent(name, key -> new HashSet<>()).add(role);
            return this;
        }

        /**
         * Permits a role to use queues.
         *
         * @param queuePattern a name, {@code *} for one word of it, {@code #} for any number of words; only the most
         *     specific pattern applies
         * @param role of users
         * @param send whether it may send
         * @param consume whether it may receive, and create and remove the queues that it receives from
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
         * Starts the broker. Blocks until it accepts connections. After it was closed it may be started again, at the
         * same local URL.
         *
         * @throws IOException if the address is in use or the folder cannot be used
         */
        public EmbeddedBroker start() throws IOException {
            AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
            ActiveMQServer broker = ActiveMQServers.newActiveMQServer(
                    configuration(),
                    null,
                    new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), securityConfiguration()),
                    folder != null);
            broker.registerActivationFailureListener(failure::set);
            try {
                if (folder != null) {
                    requireMemory();
                }
                broker.start();
                Exception cause = failure.get();
                if (cause != null) {
                    broker.stop();
                    throw cause;
                }
                EmbeddedBroker started = new EmbeddedBroker(broker, id, host);
                started.requireBound(port);
                return started;
            } catch (Exception e) {
                String where = folder == null ? "" : " in " + folder;
                throw new IOException("the broker does not start" + where + ": " + text(e), e);
            }
        }

        private static @Nullable String text(Exception failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            return cause instanceof ActiveMQLockAcquisitionTimeoutException
                    ? "expected a folder that no other broker uses, found it locked"
                    : failure.getMessage();
        }

        /**
         * Fails if Netty does not release memory as Artemis asks it to when it reads a journal: a broker would store
         * messages and find out at its next start that it cannot read them.
         */
        @SuppressWarnings("deprecation") // Artemis calls it.
        private static void requireMemory() throws IOException {
            try {
                PlatformDependent.freeDirectBuffer(ByteBuffer.allocateDirect(1));
            } catch (UnsupportedOperationException e) {
                throw new IOException("on this JDK, a broker with a folder needs the JVM option " + MEMORY_OPTION, e);
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
                configuration.setJournalLockAcquisitionTimeout(LOCK_MILLIS);
                // After a crash, messages that were delivered before it are marked as redelivered.
                configuration.setPersistDeliveryCountBeforeDelivery(true);
            }
            configuration.setTemporaryQueueNamespace(TEMPORARY.substring(0, TEMPORARY.indexOf('.')));
            configuration.setJMXManagementEnabled(false);
            configuration.setSecurityEnabled(!passwords.isEmpty());
            // Receivers can rely on the sender's name: the broker sets JMSXUserID and overwrites any value of the
            // client.
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
                    new TemporaryQueueGuard(JmsSettings.defaults().temporaryNames(), false));
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
         * Returns the maximum size of an address. A single message above it blocks its sender until the message is
         * consumed, and a response of that size sent meanwhile would wait for that.
         */
        private static long maxAddressBytes() {
            return Math.max(MIN_ADDRESS_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
        }

        // A queue beyond its maximum size is paged to disk, or blocks its senders if there is no folder.
        private AddressSettings addresses() {
            SimpleString deadLetters = SimpleString.of(DEAD_LETTERS);
            return new AddressSettings()
                    .setDeadLetterAddress(deadLetters)
                    .setExpiryAddress(deadLetters)
                    .setMaxDeliveryAttempts(MAX_DELIVERIES)
                    .setMaxSizeBytes(maxAddressBytes())
                    .setAddressFullMessagePolicy(
                            folder != null ? AddressFullMessagePolicy.PAGE : AddressFullMessagePolicy.BLOCK);
        }

        /**
         * Returns the settings of a listener's queue: one consumer, and messages are dropped without it, so that a
         * request to a missing listener leaves nothing behind.
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
