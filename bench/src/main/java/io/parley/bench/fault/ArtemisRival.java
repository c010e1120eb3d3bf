package io.parley.bench.fault;

import io.parley.bench.contest.Tasks;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSContext;
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
import java.util.function.Consumer;
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
                Tasks.result(() -> {
                    answers.setJMSCorrelationID(request.getJMSCorrelationID());
                    return answers.send(to, work.apply(request.getBody(byte[].class)));
                });
                context.commit();
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
        return new Calls(factory(Place.FRONT, place.port()));
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
                    end(message, call -> call.completeExceptionally(failure));
                }
            });
            receiving.createConsumer(receiving.createQueue(ANSWERS)).setMessageListener(this::answered);
        }

        private void answered(Message answer) {
            byte[] bytes = Tasks.result(() -> answer.getBody(byte[].class));
            end(answer, call -> call.complete(bytes));
        }

        /** Ends the call that a message belongs to, unless it has ended. */
        private void end(Message message, Consumer<CompletableFuture<byte[]>> end) {
            CompletableFuture<byte[]> waiting = open.remove(Tasks.result(message::getJMSCorrelationID));
            if (waiting != null) {
                end.accept(waiting);
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
                    producer.setJMSCorrelationID(name).send(requests, request);
                }
            } catch (JMSRuntimeException e) {
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
