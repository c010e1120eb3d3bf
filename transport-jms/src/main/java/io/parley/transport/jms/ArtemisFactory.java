package io.parley.transport.jms;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connection factory of an Artemis broker. Connections of applications block on the broker's flow control as usual;
 * those of the channel never block in sending: the channel's own windows bound the bytes under way, and since one
 * message of a session exceeds all Artemis windows, each send would wait for the broker.
 */
final class ArtemisFactory extends LocatedFactory {
    /**
     * Size from which Artemis streams a message, which may block its sender. The largest fragment of a session is an
     * ordinary message.
     */
    static final int LARGE_MESSAGE = 512 * 1024;

    private static final long serialVersionUID = 1;

    private final transient LocatedFactory frames;
    private final transient ArtemisFactory unbuffered;

    /**
     * Creates a factory.
     *
     * @param url of the broker
     * @throws IllegalArgumentException if the client cannot parse the URL
     */
    ArtemisFactory(String url) {
        this(url, true);
    }

    private ArtemisFactory(String url, boolean fetchesAhead) {
        super(url);
        setUp(this);
        frames = new LocatedFactory(url);
        setUp(frames);
        frames.setProducerWindowSize(-1);
        frames.setProducerMaxRate(-1);
        frames.setBlockOnNonDurableSend(false);
        if (fetchesAhead) {
            unbuffered = new ArtemisFactory(url, false);
        } else {
            setConsumerWindowSize(0);
            unbuffered = this;
        }
    }

    private static void setUp(ActiveMQConnectionFactory made) {
        made.setReconnectAttempts(0);
        made.setInitialConnectAttempts(1);
        // Artemis waits this long before it reports even the only attempt as failed.
        made.setRetryInterval(1);
        made.setMinLargeMessageSize(LARGE_MESSAGE);
        made.setDeserializationDenyList("*");
    }

    /** Connects for the channel. Blocks. */
    Connection connectForFrames(@Nullable String user, @Nullable String password) throws JMSException {
        return user == null ? frames.createConnection() : frames.createConnection(user, password);
    }

    /**
     * Returns the factory of connections whose consumers hold one message at a time, except those of the channel. The
     * broker counts a message as delivered when it is sent to a consumer: what is fetched ahead waits behind the
     * message in work, while other consumers are idle, and loses a delivery whenever the connection is lost.
     */
    ArtemisFactory unbuffered() {
        return unbuffered;
    }

    @Override
    public void close() {
        if (unbuffered != this) {
            unbuffered.close();
        }
        frames.close();
        super.close();
    }
}
