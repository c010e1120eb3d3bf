package io.parley.bench.contest;

import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
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
 * The floor of a broker: request and reply as BytesMessages that are not persistent, read whole on both sides. Nobody encodes or
 * decodes. Each caller has a session and a queue for replies of its own.
 */
final class ArtemisContestant implements Contestant {
    private static final long PATIENCE_MILLIS = 300_000;

    private final Match match;
    private final EmbeddedBroker broker;
    private final Connection serving;
    private final Connection calling;

    private ArtemisContestant(Match match, EmbeddedBroker broker) throws JMSException {
        this.match = match;
        this.broker = broker;
        BrokerAccess access = BrokerAccess.byUrl(QueueContestant.at(broker, match.door()));
        this.serving = access.factory().createConnection();
        this.calling = access.factory().createConnection();
        serve();
        serving.start();
        calling.start();
    }

    static Contestant start(Match match) throws IOException {
        EmbeddedBroker broker = QueueContestant.broker();
        return Contestant.behind(
                match.door(), List.of(QueueContestant.port(broker)), () -> QueueContestant.close(broker), () -> {
                    try {
                        return new ArtemisContestant(match, broker);
                    } catch (JMSException e) {
                        throw new IOException("the broker of the match cannot be used", e);
                    }
                });
    }

    private void serve() throws JMSException {
        Session session = serving.createSession();
        MessageProducer replies = session.createProducer(null);
        replies.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        Optional<byte[]> ready =
                match.exchange() == Exchange.ECHO ? Optional.empty() : Optional.of(content(Exchange.SEND));
        session.createConsumer(session.createQueue(QueueContestant.QUEUE)).setMessageListener(request -> {
            try {
                byte[] came = bytes(request);
                replies.send(request.getJMSReplyTo(), message(session, ready.orElse(came)));
            } catch (JMSException e) {
                throw new IllegalStateException("a request cannot be answered", e);
            }
        });
    }

    /** What goes the way that the number goes in that exchange, and else the content. */
    private byte[] content(Exchange number) {
        return match.exchange() == number ? Frames.NUMBER : Frames.content(match.workload());
    }

    private static byte[] bytes(Message message) throws JMSException {
        BytesMessage body = (BytesMessage) message;
        byte[] bytes = new byte[(int) body.getBodyLength()];
        body.readBytes(bytes);
        return bytes;
    }

    private static BytesMessage message(Session session, byte[] content) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(content);
        return message;
    }

    @Override
    public Caller caller() {
        try {
            return new MessageCaller(calling.createSession());
        } catch (JMSException e) {
            throw new IllegalStateException("the broker of the match cannot be used", e);
        }
    }

    @Override
    public void close() {
        try {
            calling.close();
            serving.close();
        } catch (JMSException e) {
            throw new IllegalStateException("the broker of the match cannot be left", e);
        } finally {
            QueueContestant.close(broker);
        }
    }

    private final class MessageCaller implements Caller {
        private final byte[] request = content(Exchange.RECEIVE);
        private final byte[] response = content(Exchange.SEND);
        private final Session session;
        private final TemporaryQueue inbox;
        private final MessageConsumer answers;
        private final MessageProducer producer;

        MessageCaller(Session session) throws JMSException {
            this.session = session;
            this.inbox = session.createTemporaryQueue();
            this.answers = session.createConsumer(inbox);
            Queue queue = session.createQueue(QueueContestant.QUEUE);
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
