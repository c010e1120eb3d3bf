package io.parley.conformance;

import io.parley.conformance.jms.QueueListener;
import io.parley.conformance.jms.QueueRequests;
import io.parley.conformance.jms.ServedQueue;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The suite's service at queues of a broker, whose connections are those of the jms channel. Thread-safe. */
final class QueueSite implements Site {
    private static final int OK = 200;
    private static final int RANDOM = 8;

    private final ConnectionFactory broker;
    private final String prefix = "conformance." + UUID.randomUUID().toString().substring(0, RANDOM) + ".";
    private final AtomicInteger number = new AtomicInteger();
    private final Queue<Visit> visits = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    QueueSite(ConnectionFactory broker) {
        this.broker = broker;
    }

    @Override
    public Visit visit(String suffix, Reply reply) throws IOException {
        Response said = reply.response().apply(new Response(OK, "text/xml", "", List.of()));
        if (said.status() != OK && !said.body().contains(":Fault>")) {
            throw new NotApplicable("SOAP over JMS has no status " + said.status());
        }
        ServedQueue queue = new ServedQueue(broker, prefix + number.incrementAndGet() + suffix);
        QueueDoor door = QueueDoor.open(queue);
        Visit visit = new Visit(URI.create("jms:queue:" + queue.name()), reply, door);
        visits.add(visit);
        try {
            serve(QueueRequests.at(queue), visit);
        } catch (JMSException e) {
            throw new IOException("the broker said " + e.getMessage(), e);
        }
        return visit;
    }

    @Override
    public QueueListener listenElsewhere(String name) throws IOException {
        return QueueListener.at(new ServedQueue(broker, name), QueueDoor.PORT);
    }

    private void serve(QueueRequests requests, Visit visit) {
        QueueRequests.Handler handler = message -> {
            Response said = visit.take(request(message));
            return new QueueRequests.Response(said.type() + "; charset=utf-8", said.status() != OK, said.body());
        };
        Thread thread = new Thread(
                () -> {
                    try {
                        requests.answer(handler, () -> closed || (visit.isClosed() && visit.hasEnded()));
                    } catch (JMSException e) {
                        throw new IllegalStateException("the broker said " + e.getMessage(), e);
                    }
                },
                "parley-conform-queue");
        thread.setDaemon(true);
        thread.start();
    }

    private static HttpService.Request request(Message message) throws JMSException {
        Map<String, String> headers = Map.of(
                "content-type", property(message, "SOAPJMS_contentType"),
                "soapaction", property(message, "SOAPJMS_soapAction"),
                "binding", property(message, "SOAPJMS_bindingVersion"),
                "request-uri", property(message, "SOAPJMS_requestURI"),
                "expiration", String.valueOf(message.getJMSExpiration()));
        return new HttpService.Request("POST", "", headers, ServedQueue.content(message));
    }

    private static String property(Message message, String name) throws JMSException {
        @Nullable String value = message.getStringProperty(name);
        return value == null ? "" : value;
    }

    @Override
    public boolean isProtected() {
        return false;
    }

    @Override
    public boolean hasQueues() {
        return true;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        for (Visit visit : visits) {
            visit.close();
        }
    }
}
