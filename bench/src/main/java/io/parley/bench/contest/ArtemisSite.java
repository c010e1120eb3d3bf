package io.parley.bench.contest;

import io.parley.transport.jms.BrokerAccess;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The baseline of a broker: each request is read completely and answered by a non-persistent BytesMessage. Content is
 * neither encoded nor decoded.
 */
final class ArtemisSite {
    private static final long PATIENCE_MILLIS = 300_000;

    private ArtemisSite() {}

    static Site start(Match match) throws IOException {
        Site broker = BrokerSite.start(match.door(), false);
        try {
            String url = BrokerSite.directly(match.door(), broker);
            JMSContext context = BrokerAccess.byUrl(url).factory().createContext();
            serve(match, context);
            return new Site(broker.address(), broker.ports(), () -> {
                try (broker) {
                    context.close();
                }
            });
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
                byte[] came = bytes(request);
                replies.send(request.getJMSReplyTo(), ready == null ? came : ready);
            } catch (JMSException e) {
                throw new IllegalStateException("a request cannot be answered", e);
            }
        });
    }

    /** Returns the number if the given exchange is the match's, otherwise the content. */
    private static byte[] content(Match match, Exchange number) {
        return match.exchange() == number ? Frames.NUMBER : Frames.content(match.workload());
    }

    /** Returns the bytes of a message, which has no body if there are none. */
    private static byte[] bytes(Message message) throws JMSException {
        return Objects.requireNonNullElse(message.getBody(byte[].class), Frames.NOTHING);
    }

    /** Connects clients; each caller has its own session and reply queue. */
    static Contestant connect(Match match, String brokerUrl) throws IOException {
        try {
            JMSContext context = BrokerAccess.byUrl(brokerUrl).factory().createContext();
            return new Contestant(() -> caller(match, context.createContext(JMSContext.AUTO_ACKNOWLEDGE)), context);
        } catch (JMSRuntimeException e) {
            throw new IOException("the broker of the match cannot be used", e);
        }
    }

    private static Caller caller(Match match, JMSContext session) {
        byte[] request = content(match, Exchange.RECEIVE);
        byte[] response = content(match, Exchange.SEND);
        Queue queue = session.createQueue(BrokerSite.QUEUE);
        TemporaryQueue inbox = session.createTemporaryQueue();
        JMSConsumer answers = session.createConsumer(inbox);
        JMSProducer producer = session.createProducer()
                .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
                .setJMSReplyTo(inbox);
        Callable<Object> call = () -> {
            producer.send(queue, request);
            return bytes(Objects.requireNonNull(answers.receive(PATIENCE_MILLIS), "no answer came"));
        };
        return new Caller(call, () -> match.check(Objects.deepEquals(response, Tasks.result(call))), session);
    }
}
