package io.parley.conformance.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import org.jspecify.annotations.Nullable;

/** A connection to a broker with a session and a temporary queue for answers. One thread at a time. */
public final class BrokerTalk implements AutoCloseable {
    /** How long this side waits for a message. */
    public static final int PATIENCE_MILLIS = 8_000;

    private static final String DEAD_LETTERS = "DLQ";

    private final Connection connection;
    private final Session session;
    private final TemporaryQueue inbox;
    private final MessageConsumer answers;

    private BrokerTalk(Connection connection) throws JMSException {
        this.connection = connection;
        session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        inbox = session.createTemporaryQueue();
        answers = session.createConsumer(inbox);
    }

    static BrokerTalk at(ConnectionFactory broker) throws JMSException {
        Connection connection = broker.createConnection();
        try {
            connection.start();
            return new BrokerTalk(connection);
        } catch (JMSException e) {
            connection.close();
            throw e;
        }
    }

    /** The session, which makes messages and names queues. */
    public Session session() {
        return session;
    }

    /** The queue for answers. */
    public TemporaryQueue inbox() {
        return inbox;
    }

    /** Returns a message of these bytes. */
    public BytesMessage bytes(byte... body) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(body);
        return message;
    }

    /** Sends a message that is not kept and expires when this side waits no longer. */
    public void send(Destination to, Message message, @Nullable Destination replyTo) throws JMSException {
        message.setJMSReplyTo(replyTo);
        try (MessageProducer producer = session.createProducer(to)) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.setTimeToLive(PATIENCE_MILLIS);
            producer.send(message);
        }
    }

    /** Returns the next answer; null where none comes in time. */
    public @Nullable Message receive(long millis) throws JMSException {
        return answers.receive(millis);
    }

    /**
     * Takes a message from the dead letters.
     *
     * @param id its correlation id
     * @return null where it does not come in time
     */
    public @Nullable Message takeDead(String id, long millis) throws JMSException {
        // A long message is read from its consumer, which ends with the session.
        return session.createConsumer(session.createQueue(DEAD_LETTERS), "JMSCorrelationID = '" + id + "'")
                .receive(millis);
    }

    /** Leaves the broker, and the queue with it. */
    @Override
    public void close() throws JMSException {
        try {
            answers.close();
            inbox.delete();
        } catch (JMSException e) {
            // Who sent to it took it away: a client of Artemis makes a queue of that name at its own broker.
        } finally {
            connection.close();
        }
    }
}
