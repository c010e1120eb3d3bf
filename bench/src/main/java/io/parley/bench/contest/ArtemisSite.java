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
import java.util.List;
import java.util.Optional;

/**
 * The baseline of a broker: each request is read completely and answered by a non-persistent BytesMessage. Content is
 * neither encoded nor decoded.
 */
final class ArtemisSite implements Site {
    private final BrokerSite broker;
    private final Connection connection;

    private ArtemisSite(BrokerSite broker, Connection connection) {
        this.broker = broker;
        this.connection = connection;
    }

    static Site start(Match match) throws IOException {
        BrokerSite broker = BrokerSite.start(match.door(), false);
        try {
            Connection connection =
                    BrokerAccess.byUrl(broker.address()).factory().createConnection();
            serve(match, connection);
            connection.start();
            return new ArtemisSite(broker, connection);
        } catch (JMSException e) {
            broker.close();
            throw new IOException("the broker of the match cannot be used", e);
        }
    }

    private static void serve(Match match, Connection connection) throws JMSException {
        Session session = connection.createSession();
        MessageProducer replies = session.createProducer(null);
        replies.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        Optional<byte[]> ready =
                match.exchange() == Exchange.ECHO ? Optional.empty() : Optional.of(content(match, Exchange.SEND));
        session.createConsumer(session.createQueue(BrokerSite.QUEUE)).setMessageListener(request -> {
            try {
                byte[] came = bytes(request);
                replies.send(request.getJMSReplyTo(), message(session, ready.orElse(came)));
            } catch (JMSException e) {
                throw new IllegalStateException("a request cannot be answered", e);
            }
        });
    }

    @Override
    public String address() {
        return broker.address();
    }

    @Override
    public List<Integer> ports() {
        return broker.ports();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (JMSException e) {
            throw new IllegalStateException("the broker of the match cannot be left", e);
        } finally {
            broker.close();
        }
    }

    /** Returns the number if the given exchange is the match's, otherwise the content. */
    static byte[] content(Match match, Exchange number) {
        return match.exchange() == number ? Frames.NUMBER : Frames.content(match.workload());
    }

    static byte[] bytes(Message message) throws JMSException {
        BytesMessage body = (BytesMessage) message;
        byte[] bytes = new byte[(int) body.getBodyLength()];
        body.readBytes(bytes);
        return bytes;
    }

    static BytesMessage message(Session session, byte[] content) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(content);
        return message;
    }

    /** The clients of the broker baseline. Each caller has its own session and reply queue. */
    static final class Clients implements Contestant {
        private static final long PATIENCE_MILLIS = 300_000;

        private final Match match;
        private final Connection connection;

        private Clients(Match match, Connection connection) {
            this.match = match;
            this.connection = connection;
        }

        static Contestant connect(Match match, String brokerUrl) throws IOException {
            try {
                Connection connection = BrokerAccess.byUrl(brokerUrl).factory().createConnection();
                connection.start();
                return new Clients(match, connection);
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
            private final byte[] request = content(match, Exchange.RECEIVE);
            private final byte[] response = content(match, Exchange.SEND);
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
                    BytesMessage message = message(session, request);
                    message.setJMSReplyTo(inbox);
                    producer.send(message);
                    Message answer = answers.receive(PATIENCE_MILLIS);
                    if (answer == null) {
                        throw new IllegalStateException("no answer came");
                    }
                    return bytes(answer);
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
}
