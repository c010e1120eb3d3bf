package io.parley.transport.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Access to a broker: its address and credentials. They come from the operator alone: no message names a factory, a URL
 * or a name to be looked up. Immutable; as thread-safe as the factory, which JMS requires to be.
 */
public final class BrokerAccess {
    private final ConnectionFactory factory;
    private final @Nullable String user;
    private final @Nullable String password;

    private BrokerAccess(ConnectionFactory factory, @Nullable String user, @Nullable String password) {
        this.factory = factory;
        this.user = user;
        this.password = password;
    }

    /** A broker of any make, by a factory that the application has set up. Credentials may be in the factory. */
    public static BrokerAccess byFactory(ConnectionFactory factory) {
        return new BrokerAccess(factory, null, null);
    }

    /**
     * An ActiveMQ Artemis broker or cluster, by its URL, such as {@code tcp://broker:61616?sslEnabled=true}. A lost
     * connection is found and made again by the channel, so the URL's own reconnecting is switched off; and no class is
     * ever read from an ObjectMessage.
     *
     * @throws IllegalArgumentException if the client cannot read the URL
     */
    public static BrokerAccess byUrl(String url) {
        try {
            return byFactory(new ArtemisFactory(url));
        } catch (IllegalStateException e) {
            // Its cause has the URL, which may have a password.
            throw new IllegalArgumentException(
                    "jms: expected the URL of an Artemis broker, as in tcp://broker:61616, found another", e);
        }
    }

    /** The same broker with a user's name and password. */
    public BrokerAccess as(String name, String secret) {
        return new BrokerAccess(factory, name, secret);
    }

    /** The factory, for what else an application sets up on JMS; its connections need the user. */
    public ConnectionFactory factory() {
        return factory;
    }

    /** The user's name; null if the factory knows whom to connect as. */
    public @Nullable String user() {
        return user;
    }

    /** The user's password; null if there is no user. */
    public @Nullable String password() {
        return password;
    }

    /** A new connection for the channel, not started; the caller closes it. Blocks. */
    Connection connect() throws JMSException {
        if (factory instanceof ArtemisFactory artemis) {
            return artemis.connectForFrames(user, password);
        }
        return user == null ? factory.createConnection() : factory.createConnection(user, password);
    }

    /**
     * Returns whether a sender of frames may block on the broker; JMS does not tell, except for the brokers known here.
     */
    boolean waitsInSending(long longestFrame) {
        return !(factory instanceof ArtemisFactory) || longestFrame > ArtemisFactory.LARGE_MESSAGE / 2;
    }
}
