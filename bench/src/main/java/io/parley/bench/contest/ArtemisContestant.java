package io.parley.bench.contest;

import io.parley.transport.jms.BrokerAccess;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.io.IOException;
import java.util.Arrays;

/** Clients of the floor of a broker. Each caller has a session and a queue for replies of its own. */
final class ArtemisContestant implements Contestant {
    private static final long PATIENCE_MILLIS = 300_000;

    private final Match match;
    private final Connection connection;

    private ArtemisContestant(Match match, Connection connection) {
        this.match = match;
        this.connection = connection;
    }

    static Contestant connect(Match match, String brokerUrl) throws IOException {
        try {
            Connection connection = BrokerAccess.byUrl(brokerUrl).factory().createConnection();
            connection.start();
            return new ArtemisContestant(match, connection);
        } catch (JMSException e) {
            throw new IOException("the broker of the match cannot be used", e);
        }
    }

    @Override
    public Caller caller() {
        try {
            return new MessageCaller(connection.createSession());
        } catch (JMSException e) {
            throw new IllegalStateException("the broker of the match cannot be used", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (JMSException e) {
            throw new IllegalStateException("the broker of the match cannot be left", e);
        }
    }

    private final class MessageCaller implements Caller {
        private final byte[] request = ArtemisSite.content(match, Exchange.RECEIVE);
        private final byte[] response = ArtemisSite.content(match, Exchange.SEND);
        private final Session session;
        private final TemporaryQueue inbox;
        private final MessageConsumer answers;
        private final MessageProducer producer;

        MessageCaller(Session session) throws JMSException {
            this.session = session;
            this.inbox = session.createTemporaryQueue();
            this.answers = session.createConsumer(inbox);
            Queue queue = session.createQueue(BrokerSite.QUEUE);
            this.producer = session.createProducer(queue);
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        }

        @Override
        public byte[] call() {
            try {
                BytesMessage message = ArtemisSite.message(session, request);
                message.setJMSReplyTo(inbox);
                producer.send(message);
                Message answer = answers.receive(PATIENCE_MILLIS);
                if (answer == null) {
                    throw new IllegalStateException("no answer came");
                }
                return ArtemisSite.bytes(answer);
            } catch (JMSException e) {
                throw new IllegalStateException("a request cannot be sent", e);
            }
        }

        @Override
        public void check() {
            match.check(Arrays.equals(response, call()));
        }

        @Override
        public void close() {
            try {
                session.close();
            } catch (JMSException e) {
                throw new IllegalStateException("a session cannot be closed", e);
            }
        }
    }
}
