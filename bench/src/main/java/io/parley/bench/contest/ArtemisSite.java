package io.parley.bench.contest;

import io.parley.transport.jms.BrokerAccess;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The baseline of a broker: each request is read completely and answered by a non-persistent BytesMessage. Content is
 * neither encoded nor decoded.
 */
final class ArtemisSite implements Site {
    private final BrokerSite broker;
    private final JMSContext context;

    private ArtemisSite(BrokerSite broker, JMSContext context) {
        this.broker = broker;
        this.context = context;
    }

    static Site start(Match match) throws IOException {
        BrokerSite broker = BrokerSite.start(match.door(), false);
        try {
            JMSContext context = BrokerAccess.byUrl(broker.address()).factory().createContext();
            serve(match, context);
            return new ArtemisSite(broker, context);
        } catch (JMSRuntimeException e) {
            broker.close();
            throw new IOException("the broker of the match cannot be used", e);
        }
    }

    private static void serve(Match match, JMSContext context) {
        JMSProducer replies = context.createProducer().setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        byte @Nullable [] ready = match.exchange() == Exchange.ECHO ? null : content(match, Exchange.SEND);
        context.createConsumer(context.createQueue(BrokerSite.QUEUE)).setMessageListener(request -> {
            try {
                byte[] came = request.getBody(byte[].class);
                replies.send(request.getJMSReplyTo(), ready == null ? came : ready);
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
        try (broker) {
            context.close();
        }
    }

    /** Returns the number if the given exchange is the match's, otherwise the content. */
    private static byte[] content(Match match, Exchange number) {
        return match.exchange() == number ? Frames.NUMBER : Frames.content(match.workload());
    }

    /** The clients of the broker baseline. Each caller has its own session and reply queue. */
    record Clients(Match match, JMSContext context) implements Contestant {
        static Contestant connect(Match match, String brokerUrl) throws IOException {
            try {
                return new Clients(
                        match, BrokerAccess.byUrl(brokerUrl).factory().createContext());
            } catch (JMSRuntimeException e) {
                throw new IOException("the broker of the match cannot be used", e);
            }
        }

        @Override
        public Caller caller() {
            return new MessageCaller(match, context.createContext(JMSContext.AUTO_ACKNOWLEDGE));
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private static final class MessageCaller implements Caller {
        private static final long PATIENCE_MILLIS = 300_000;

        private final Match match;
        private final byte[] request;
        private final JMSContext session;
        private final Queue queue;
        private final JMSConsumer answers;
        private final JMSProducer producer;

        MessageCaller(Match match, JMSContext session) {
            this.match = match;
            this.request = content(match, Exchange.RECEIVE);
            this.session = session;
            this.queue = session.createQueue(BrokerSite.QUEUE);
            TemporaryQueue inbox = session.createTemporaryQueue();
            this.answers = session.createConsumer(inbox);
            this.producer = session.createProducer()
                    .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
                    .setJMSReplyTo(inbox);
        }

        @Override
        public byte[] call() {
            producer.send(queue, request);
            byte[] answer = answers.receiveBody(byte[].class, PATIENCE_MILLIS);
            if (answer == null) {
                throw new IllegalStateException("no answer came");
            }
            return answer;
        }

        @Override
        public void check() {
            match.check(Arrays.equals(content(match, Exchange.SEND), call()));
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
