package io.parley.bench.fault;

import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Artemis with its core protocol: durable requests and answers through a broker with a journal; clients reconnect. */
final class ArtemisRival implements Rival {
    private static final String REQUESTS = "requests";
    private static final String ANSWERS = "answers";
    private static final int CONSUMERS = 16;

    @Override
    public String setUp() {
        return "core protocol, durable messages, journal, `reconnectAttempts=-1`, `confirmationWindowSize=1 MiB`, keep-alive of 6 s; the broker is in the server's"
                + " process";
    }

    private static ActiveMQConnectionFactory factory(String host, int port) {
        return new ActiveMQConnectionFactory("tcp://" + host + ":" + port
                + "?reconnectAttempts=-1&initialConnectAttempts=-1&retryInterval=200&confirmationWindowSize=1048576"
                + "&connectionTTL=4000&clientFailureCheckPeriod=" + KEEP_ALIVE_MILLIS + "&callTimeout="
                + FaultClient.PATIENCE_MILLIS);
    }

    @Override
    public AutoCloseable serve(Place place, UnaryOperator<byte[]> work) throws IOException {
        EmbeddedBroker broker = EmbeddedBroker.builder()
                .bind(Place.SERVER, place.port())
                .folder(place.folder().resolve("broker"))
                .queue(REQUESTS)
                .queue(ANSWERS)
                .start();
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker.localUrl());
        List<JMSContext> contexts = new ArrayList<>();
        for (int i = 0; i < CONSUMERS; i++) {
            JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
            JMSProducer answers = context.createProducer();
            Queue to = context.createQueue(ANSWERS);
            context.createConsumer(context.createQueue(REQUESTS)).setMessageListener(request -> {
                try {
                    Message answer = message(context, work.apply(bytes(request)));
                    answer.setJMSCorrelationID(request.getJMSCorrelationID());
                    answers.send(to, answer);
                    context.commit();
                } catch (JMSException e) {
                    throw new IllegalStateException("a request cannot be answered", e);
                }
            });
            contexts.add(context);
        }
        return () -> {
            contexts.forEach(JMSContext::close);
            broker.close();
        };
    }

    @Override
    public Client connect(Place place) {
        return new Calls(factory(place.client(), place.port()));
    }

    private static byte[] bytes(Message message) throws JMSException {
        return message.getBody(byte[].class);
    }

    private static BytesMessage message(JMSContext context, byte[] content) throws JMSException {
        BytesMessage message = context.createBytesMessage();
        message.writeBytes(content);
        return message;
    }

    private static final class Calls implements Client {
        private final JMSContext sending;
        private final JMSContext receiving;
        private final Queue requests;
        private final JMSProducer producer;
        private final Map<String, CompletableFuture<byte[]>> open = new ConcurrentHashMap<>();

        Calls(ActiveMQConnectionFactory factory) {
            sending = factory.createContext();
            receiving = factory.createContext();
            requests = sending.createQueue(REQUESTS);
            producer = sending.createProducer().setAsync(new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    // The answer completes the call.
                }

                @Override
                public void onException(Message message, Exception failure) {
                    fail(message, failure);
                }
            });
            receiving.createConsumer(receiving.createQueue(ANSWERS)).setMessageListener(this::answered);
        }

        private void answered(Message answer) {
            try {
                CompletableFuture<byte[]> waiting = open.remove(answer.getJMSCorrelationID());
                if (waiting != null) {
                    waiting.complete(bytes(answer));
                }
            } catch (JMSException e) {
                throw new IllegalStateException("an answer cannot be read", e);
            }
        }

        private void fail(Message request, Exception failure) {
            try {
                CompletableFuture<byte[]> waiting = open.remove(request.getJMSCorrelationID());
                if (waiting != null) {
                    waiting.completeExceptionally(failure);
                }
            } catch (JMSException e) {
                throw new IllegalStateException("a request has no name", e);
            }
        }

        @Override
        public CompletableFuture<byte[]> exchange(byte[] request) {
            CompletableFuture<byte[]> waiting = new CompletableFuture<>();
            String name = Long.toString(Request.of(request).number());
            open.put(name, waiting);
            try {
                // A JMS session must be used by one thread at a time.
                synchronized (producer) {
                    BytesMessage message = message(sending, request);
                    message.setJMSCorrelationID(name);
                    producer.send(requests, message);
                }
            } catch (JMSException | JMSRuntimeException e) {
                open.remove(name);
                waiting.completeExceptionally(e);
            }
            return waiting.orTimeout(FaultClient.PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                    .whenComplete((answer, failure) -> open.remove(name));
        }

        @Override
        public void close() {
            sending.close();
            receiving.close();
        }
    }
}
