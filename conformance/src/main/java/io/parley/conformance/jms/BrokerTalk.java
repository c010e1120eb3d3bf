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
    /** Timeout of waiting for a message. */
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

    /** Returns the session, which creates messages and queues. */
    public Session session() {
        return session;
    }

    /** Returns the temporary queue for answers. */
    public TemporaryQueue inbox() {
        return inbox;
    }

    /** Returns a message with these bytes. */
    public BytesMessage bytes(byte... body) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(body);
        return message;
    }

    /** Sends a non-persistent message that expires when this side stops waiting. */
    public void send(Destination to, Message message, @Nullable Destination replyTo) throws JMSException {
        message.setJMSReplyTo(replyTo);
        try (MessageProducer producer = session.createProducer(to)) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.setTimeToLive(PATIENCE_MILLIS);
            producer.send(message);
        }
    }

    /** Returns the next answer; null if none arrives in time. */
    public @Nullable Message receive(long millis) throws JMSException {
        return answers.receive(millis);
    }

    /**
     * Consumes a message from the dead letters.
     *
     * @param id its correlation id
     * @param millis how long to wait
     * @return null if it does not arrive in time
     */
    public @Nullable Message takeDead(String id, long millis) throws JMSException {
        // A large message is read from its consumer, which closes with the session.
        return session.createConsumer(session.createQueue(DEAD_LETTERS), "JMSCorrelationID = '" + id + "'")
                .receive(millis);
    }

    /** Disconnects from the broker and deletes the queue. */
    @Override
    public void close() throws JMSException {
        try {
            answers.close();
            inbox.delete();
        } catch (JMSException e) {
            // The sender removed it: a client of Artemis creates a queue of that name at its own broker.
        } finally {
            connection.close();
        }
    }
}
