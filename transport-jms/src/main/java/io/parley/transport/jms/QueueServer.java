package io.parley.transport.jms;

import io.parley.Limits;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumers of a queue of SOAP requests. Each request is received, answered and removed from the queue in one
 * transaction: if this process ends meanwhile, or the broker is lost, the request is delivered again. Replies are sent
 * to temporary queues only; unreadable messages are moved to the dead-letter queue. Consumers return with their broker.
 * Thread-safe.
 */
public final class QueueServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QueueServer.class);
    /** Delay before a lost broker is tried again. */
    private static final long RETRY_MILLIS = 500;

    private final BrokerLink link;
    private final String queue;
    private final Settings settings;
    private final Handler handler;
    private final TextMemory memory;
    private final BrokerLink.User user = this::lost;
    /** Held while consumers are opened, which blocks; {@link #lock} is never held while blocking. */
    private final Object opening = new Object();

    private final Object lock = new Object();
    private final CompletableFuture<Void> finished = new CompletableFuture<>();
    private List<Session> sessions = List.of();
    private List<MessageConsumer> consumers = List.of();
    private int working;
    private boolean stopping;

    /**
     * Settings of consumers.
     *
     * @param jms dead letters and names of temporary queues
     * @param consumers number of requests handled concurrently
     * @param usersTrusted whether the broker's user names identify callers
     * @param limits of messages, and of the text that all requests hold
     * @param answered the requests that were answered; null if they are not recorded
     */
    public record Settings(
            JmsSettings jms,
            int consumers,
            boolean usersTrusted,
            Limits limits,
            @Nullable AnsweredRequests answered) {}

    /** Handler of requests. Thread-safe; called by as many threads as there are consumers. */
    @FunctionalInterface
    public interface Handler {
        /** Handles a request. Must not throw. Blocks. */
        Outcome handle(QueueRequest request);
    }

    /**
     * Outcome of a request.
     *
     * @param reply null if there is none
     * @param failed whether a request without a reply address is to be delivered again
     * @param run whether the request's handler was called now
     */
    public record Outcome(@Nullable QueuedSoap reply, boolean failed, boolean run) {}

    private QueueServer(BrokerLink link, String queue, Settings settings, Handler handler) {
        this.link = link;
        this.queue = queue;
        this.settings = settings;
        this.handler = handler;
        this.memory = new TextMemory(settings.limits());
    }

    /**
     * Starts consuming. Blocks until the broker has responded.
     *
     * @throws IOException if the broker is not reachable, or refuses
     */
    public static QueueServer open(BrokerAccess broker, String queue, Settings settings, Handler handler)
            throws IOException {
        BrokerLink link = new BrokerLink(broker.unbuffered().guarded(settings.jms()));
        QueueServer server = new QueueServer(link, queue, settings, handler);
        try {
            server.open();
            return server;
        } catch (JMSException e) {
            server.close();
            throw new IOException("jms: cannot receive from the queue " + queue + ": " + e.getMessage(), e);
        }
    }

    private void open() throws JMSException {
        synchronized (opening) {
            List<Session> made = new ArrayList<>();
            List<MessageConsumer> receiving = new ArrayList<>();
            try {
                Connection connection = link.join(user);
                for (int i = 0; i < settings.consumers(); i++) {
                    Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                    made.add(session);
                    MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
                    receiving.add(consumer);
                    consumer.setMessageListener(message -> receive(message, session));
                }
            } catch (JMSException e) {
                leave(made);
                throw e;
            }
            publish(made, receiving);
        }
    }

    private void publish(List<Session> made, List<MessageConsumer> receiving) {
        synchronized (lock) {
            sessions = List.copyOf(made);
            consumers = List.copyOf(receiving);
        }
    }

    private void lost(JMSException why) {
        LOG.info("jms: {} lost its broker and waits for it", queue);
        publish(List.of(), List.of());
        reopen();
    }

    private void reopen() {
        synchronized (opening) {
            if (!needsReopening()) {
                return;
            }
            try {
                open();
                LOG.info("jms: receiving from {} again", queue);
            } catch (JMSException e) {
                LOG.debug("jms: cannot receive from {} yet: {}", queue, e.getMessage());
                JmsThreads.later(RETRY_MILLIS, this::reopen);
            }
        }
    }

    private boolean needsReopening() {
        synchronized (lock) {
            return !stopping && sessions.isEmpty() && !link.isClosed();
        }
    }

    private void receive(Message message, Session session) {
        synchronized (lock) {
            working++;
        }
        try (TextMemory.Share held = memory.share()) {
            answer(message, session, held);
        } catch (JMSException e) {
            LOG.warn("jms: cannot answer a request on {}, it will be delivered again: {}", queue, e.getMessage());
            rollBack(session);
        } catch (RuntimeException e) {
            LOG.error("jms: a request on {} failed, it will be delivered again", queue, e);
            rollBack(session);
        } finally {
            worked();
        }
    }

    private void answer(Message message, Session session, TextMemory.Share held) throws JMSException {
        Destination replyTo = message.getJMSReplyTo();
        Outcome outcome = handler.handle(QueueRequest.of(message, settings, held));
        QueuedSoap reply = outcome.reply();
        if (outcome.failed() && (reply == null || replyTo == null)) {
            session.rollback();
            return;
        }
        AnsweredRequests answered = settings.answered();
        if (outcome.run() && answered != null) {
            // Before the response is sent: if that fails, the request comes again, and must not run again.
            answered.add(message.getJMSMessageID());
        }
        if (reply != null && replyTo != null) {
            reply(message, session, replyTo, reply);
        }
        session.commit();
    }

    /** Sends a reply as a part of the transaction; a caller whose reply queue is gone waits no longer. */
    private void reply(Message request, Session session, Destination replyTo, QueuedSoap reply) throws JMSException {
        try (MessageProducer producer = session.createProducer(replyTo)) {
            Message message = reply.write(session, request instanceof BytesMessage, QueuedSoap.requestUri(request));
            String correlation = request.getJMSCorrelationID();
            message.setJMSCorrelationID(
                    correlation == null || correlation.isEmpty() ? request.getJMSMessageID() : correlation);
            producer.send(message, request.getJMSDeliveryMode(), request.getJMSPriority(), 0);
        } catch (InvalidDestinationException e) {
            LOG.debug("jms: the caller of a request on {} is gone: {}", queue, e.getMessage());
        }
    }

    private void rollBack(Session session) {
        try {
            session.rollback();
        } catch (JMSException e) {
            LOG.debug("jms: a transaction on {} ended with its session", queue, e);
        }
    }

    private void worked() {
        synchronized (lock) {
            working--;
        }
        endIfIdle();
    }

    private void endIfIdle() {
        synchronized (lock) {
            if (!stopping || working > 0 || !consumers.isEmpty()) {
                return;
            }
        }
        finished.complete(null);
    }

    /** Returns the bytes of SOAP text that requests and their responses hold now. */
    public long heldBytes() {
        return memory.bytes();
    }

    /** Receives no more requests; the stage completes once those received are answered. */
    public CompletionStage<Void> finish() {
        List<MessageConsumer> closing;
        synchronized (lock) {
            stopping = true;
            closing = consumers;
        }
        // Closing a consumer may wait for its handler, during which the others would receive more.
        closing.forEach(each -> JmsThreads.run(() -> close(each)));
        endIfIdle();
        return finished;
    }

    private void close(MessageConsumer consumer) {
        try {
            consumer.close();
        } catch (JMSException e) {
            LOG.debug("jms: a consumer of {} did not close in order", queue, e);
        }
        synchronized (lock) {
            consumers = consumers.stream().filter(each -> each != consumer).toList();
        }
        endIfIdle();
    }

    private void leave(List<Session> open) {
        try {
            link.leave(user, () -> {
                for (Session each : open) {
                    each.close();
                }
            });
        } catch (JMSException e) {
            LOG.debug("jms: a session of {} did not close in order", queue, e);
        }
    }

    /** Closes; requests that are not answered yet return to the queue. Blocks. Idempotent. */
    @Override
    public void close() {
        List<Session> open;
        synchronized (lock) {
            stopping = true;
            open = sessions;
            sessions = List.of();
            consumers = List.of();
        }
        leave(open);
        link.close();
        // Not before the sessions are closed: a request that waits for memory would be delivered again here.
        memory.stop();
        endIfIdle();
    }
}
