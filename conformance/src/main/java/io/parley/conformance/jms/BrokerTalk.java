package io.parley.conformance.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import org.jspecify.annotations.Nullable;

/** A connection to a broker with a session and a temporary queue for answers. One thread at a time. */
public final class BrokerTalk implements AutoCloseable {
    /** Timeout of waiting for a message. */
    public static final int PATIENCE_MILLIS = 8_000;

    private static final String DEAD_LETTERS = "DLQ";
    private static final String MANAGEMENT = "activemq.management";

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

    /**
     * Asks an Artemis broker to close the connections that consume from a queue.
     *
     * @param inbox whose name is that of its address
     * @return false if the broker has no such operation, or this user must not use it
     */
    public boolean closeConnectionsTo(Queue inbox) throws JMSException {
        TextMessage request = session.createTextMessage("[\"" + inbox.getQueueName() + "\"]");
        request.setStringProperty("_AMQ_ResourceName", "broker");
        request.setStringProperty("_AMQ_OperationName", "closeConsumerConnectionsForAddress");
        TemporaryQueue reports = session.createTemporaryQueue();
        try (MessageConsumer consumer = session.createConsumer(reports)) {
            send(session.createQueue(MANAGEMENT), request, reports);
            Message report = consumer.receive(PATIENCE_MILLIS);
            return report != null && report.getBooleanProperty("_AMQ_OperationSucceeded");
        } catch (JMSSecurityException e) {
            return false;
        }
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
