package io.parley.transport.jms;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * An Artemis broker by its URL. Beside the connections that applications make, which wait for the broker as it wants, it has those
 * of the channel, which never wait in sending: the channel's own windows bound what is under way, and one message of a session is
 * longer than all of Artemis's, so each would wait for an answer of the broker's.
 */
final class ArtemisFactory extends ActiveMQConnectionFactory {
    /**
     * A session's largest fragment goes as an ordinary message; longer frames are streamed by client and broker, and whoever
     * sends them may wait.
     */
    static final int LARGE_MESSAGE = 512 * 1024;

    private static final long serialVersionUID = 1;

    private final transient ActiveMQConnectionFactory frames;

    /** @throws IllegalArgumentException if the client cannot read the URL */
    ArtemisFactory(String url) {
        super(url);
        setUp(this);
        frames = new ActiveMQConnectionFactory(url);
        setUp(frames);
        frames.setProducerWindowSize(-1);
        frames.setProducerMaxRate(-1);
        frames.setBlockOnNonDurableSend(false);
    }

    private static void setUp(ActiveMQConnectionFactory made) {
        made.setReconnectAttempts(0);
        made.setInitialConnectAttempts(1);
        made.setMinLargeMessageSize(LARGE_MESSAGE);
        made.setDeserializationDenyList("*");
    }

    /** Connects for the channel. Blocks. */
    Connection connectForFrames(@Nullable String user, @Nullable String password) throws JMSException {
        return user == null ? frames.createConnection() : frames.createConnection(user, password);
    }

    @Override
    public void close() {
        frames.close();
        super.close();
    }
}
