package io.parley.transport.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Where a broker is reached, and as whom. It comes from the operator alone: no message names a factory, a URL or a name
 * to be looked up. Immutable; as thread-safe as the factory, which JMS wants to be.
 */
public final class BrokerAccess {
    /** A session's largest fragment goes as an ordinary message; longer frames are streamed by client and broker. */
    private static final int LARGE_MESSAGE = 512 * 1024;

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
        return byFactory(artemis(url));
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

    /** A new connection, not started; the caller closes it. Blocks. */
    Connection connect() throws JMSException {
        return user == null ? factory.createConnection() : factory.createConnection(user, password);
    }

    private static ActiveMQConnectionFactory artemis(String url) {
        ActiveMQConnectionFactory made = new ActiveMQConnectionFactory(url);
        made.setReconnectAttempts(0);
        made.setInitialConnectAttempts(1);
        made.setMinLargeMessageSize(LARGE_MESSAGE);
        made.setDeserializationDenyList("*");
        return made;
    }
}
