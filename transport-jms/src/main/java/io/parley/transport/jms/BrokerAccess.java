package io.parley.transport.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Access to a broker: its address and credentials. They are configured by the operator only: no message can name a
 * factory, a URL or a JNDI name. Immutable; as thread-safe as the factory, which JMS requires to be.
 */
public final class BrokerAccess {
    static {
        ArtemisJars.read();
    }

    private final ConnectionFactory factory;
    private final @Nullable String user;
    private final @Nullable String password;

    private BrokerAccess(ConnectionFactory factory, @Nullable String user, @Nullable String password) {
        this.factory = factory;
        this.user = user;
        this.password = password;
    }

    /**
     * Creates access by a factory that the application has configured, for a broker of any vendor. The factory may
     * contain the credentials.
     */
    public static BrokerAccess byFactory(ConnectionFactory factory) {
        return new BrokerAccess(factory, null, null);
    }

    /**
     * Creates access to an ActiveMQ Artemis broker or cluster by its URL, such as {@code
     * tcp://broker:61616?sslEnabled=true}. The channel detects and reopens a lost connection, so the client's own
     * reconnection is switched off. No class is ever read from an ObjectMessage.
     *
     * @throws IllegalArgumentException if the client cannot parse the URL
     */
    public static BrokerAccess byUrl(String url) {
        try {
            return byFactory(new ArtemisFactory(url));
        } catch (IllegalStateException e) {
            // The cause contains the URL, which may contain a password.
            throw new IllegalArgumentException(
                    "jms: expected the URL of an Artemis broker, as in tcp://broker:61616, found another", e);
        }
    }

    /** Returns access to the same broker with a user's name and password. */
    public BrokerAccess as(String name, String secret) {
        return new BrokerAccess(factory, name, secret);
    }

    /** Returns the factory, for other uses of JMS by the application; its connections need the user. */
    public ConnectionFactory factory() {
        return factory;
    }

    /** Returns the user's name; null if the factory contains the credentials. */
    public @Nullable String user() {
        return user;
    }

    /** Returns the user's password; null if there is no user. */
    public @Nullable String password() {
        return password;
    }

    /** Returns access whose consumers deliver text and bytes messages only, as {@link GuardedFactory} describes. */
    BrokerAccess guarded(JmsSettings settings) {
        return factory instanceof GuardedFactory
                ? this
                : new BrokerAccess(GuardedFactory.of(factory, settings), user, password);
    }

    /**
     * Returns access for a service, whose consumers fetch no requests ahead, if the broker is known by its URL: a
     * request that waits then goes to the first idle consumer of any instance. The jms channel is not affected.
     */
    public BrokerAccess unbuffered() {
        return factory instanceof ArtemisFactory artemis
                ? new BrokerAccess(artemis.unbuffered(), user, password)
                : this;
    }

    /** Opens a connection for the channel, not started; the caller closes it. Blocks. */
    Connection connect() throws JMSException {
        if (factory instanceof ArtemisFactory artemis) {
            return artemis.connectForFrames(user, password);
        }
        return user == null ? factory.createConnection() : factory.createConnection(user, password);
    }

    /** Returns whether a sender of frames may block on the broker; false only for brokers known not to block. */
    boolean mayBlockSender(long longestFrame) {
        return !(factory instanceof ArtemisFactory) || longestFrame > ArtemisFactory.LARGE_MESSAGE / 2;
    }
}
