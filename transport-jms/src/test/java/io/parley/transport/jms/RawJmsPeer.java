package io.parley.transport.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/** A client with access to the broker that sends arbitrary messages. Confined to the test's thread. */
final class RawJmsPeer implements AutoCloseable {
    final Session session;
    final TemporaryQueue inbox;
    private final ByteBuffer id = ByteBuffer.wrap(new byte[Packet.ID_BYTES]);
    private final ActiveMQConnectionFactory factory;
    private final Connection connection;
    private final MessageConsumer answers;

    RawJmsPeer(EmbeddedBroker broker) throws JMSException {
        factory = new ActiveMQConnectionFactory(broker.localUrl());
        connection = factory.createConnection();
        connection.start();
        session = connection.createSession();
        inbox = session.createTemporaryQueue();
        answers = session.createConsumer(inbox);
    }

    /** Connects as a regular peer does; returns the inbox of the other side. */
    Destination connect(String queue) throws JMSException {
        send(session.createQueue(queue), packet(Packet.Kind.CONNECT, 1000, 0), inbox);
        return Objects.requireNonNull(answer(Packet.Kind.ACCEPT)).getJMSReplyTo();
    }

    BytesMessage packet(Packet.Kind kind, long number, int frameBytes) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(Packet.header(kind, id, number));
        message.writeBytes(new byte[frameBytes]);
        return message;
    }

    void send(Destination to, Message message, @Nullable Destination replyTo) throws JMSException {
        try (MessageProducer producer = session.createProducer(to)) {
            message.setJMSReplyTo(replyTo);
            producer.send(message);
        }
    }

    /** Returns the next message of the kind; null if none arrives within thirty seconds. */
    @Nullable
    Message answer(Packet.Kind kind) throws JMSException {
        for (Message next = answers.receive(30_000); next != null; next = answers.receive(30_000)) {
            Packet packet = Packet.read(next, Integer.MAX_VALUE);
            if (packet != null && packet.kind() == kind) {
                return next;
            }
        }
        return null;
    }

    /** Receives one message from the queue; null after thirty seconds. */
    @Nullable
    Message take(String queue) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            return consumer.receive(30_000);
        }
    }

    @Override
    public void close() throws JMSException {
        connection.close();
        factory.close();
    }
}
