package io.parley.transport.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Temporary queue of one caller at a time, with a session that sends its requests. Used by one thread at a time. */
final class ReplyQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyQueue.class);

    private final BrokerLink link;
    private final Loss loss;
    private final Session session;
    private final TemporaryQueue inbox;
    private final MessageConsumer consumer;
    private final MessageProducer producer;

    /** Whether the broker was lost. */
    private static final class Loss implements BrokerLink.User {
        private volatile boolean lost;

        @Override
        public void onBrokerLost(JMSException why) {
            lost = true;
        }
    }

    private ReplyQueue(BrokerLink link, Loss loss, Session session, String queue) throws JMSException {
        this.link = link;
        this.loss = loss;
        this.session = session;
        this.inbox = session.createTemporaryQueue();
        this.consumer = session.createConsumer(inbox);
        this.producer = session.createProducer(session.createQueue(queue));
    }

    /** Creates a reply queue for requests to a queue. Blocks. */
    static ReplyQueue open(BrokerLink link, String queue) throws JMSException {
        Loss loss = new Loss();
        Session session = null;
        ReplyQueue opened = null;
        try {
            session = link.join(loss).createSession(false, Session.AUTO_ACKNOWLEDGE);
            opened = new ReplyQueue(link, loss, session, queue);
            return opened;
        } finally {
            if (opened == null) {
                leave(link, loss, session);
            }
        }
    }

    Session session() {
        return session;
    }

    TemporaryQueue inbox() {
        return inbox;
    }

    /** Returns whether the broker was lost, and this queue with it. */
    boolean isLost() {
        return loss.lost;
    }

    /** Sends a request. Blocks until the broker has it. */
    void send(Message message, int deliveryMode, long timeToLive) throws JMSException {
        producer.send(message, deliveryMode, Message.DEFAULT_PRIORITY, timeToLive);
    }

    /** Returns the next reply; null if there is none in time, or the broker was lost. */
    @Nullable
    Message receive(long millis) throws JMSException {
        return consumer.receive(millis);
    }

    private static void leave(BrokerLink link, Loss loss, @Nullable Session open) {
        try {
            link.leave(loss, () -> {
                if (open != null) {
                    open.close();
                }
            });
        } catch (JMSException e) {
            LOG.debug("jms: a session of calls did not close in order", e);
        }
    }

    /** Removes the queue at the broker. Blocks. */
    @Override
    public void close() {
        try {
            consumer.close();
            inbox.delete();
        } catch (JMSException e) {
            LOG.debug("jms: a reply queue was not removed; it ends with its connection", e);
        }
        leave(link, loss, session);
    }
}
