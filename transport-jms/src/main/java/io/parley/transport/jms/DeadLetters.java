package io.parley.transport.jms;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves messages that are not Parley's to the dead-letter queue, unread and unchanged. If that fails, the message is
 * left to the broker, which redelivers it and then applies its own settings, unless its queue is removed with its
 * connection. Used by the thread of a session.
 */
final class DeadLetters {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

    private final Session session;
    private final String queue;
    private boolean warned;

    DeadLetters(Session session, String queue) {
        this.session = session;
        this.queue = queue;
    }

    /**
     * Moves a message to the dead-letter queue.
     *
     * @throws JMSRuntimeException if the broker refuses; a listener that passes it on does not acknowledge the message
     */
    void take(Message message, String from) {
        try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            producer.send(message);
        } catch (JMSException e) {
            throw new JMSRuntimeException(
                    "jms: a message on " + from + " cannot be put on " + queue, e.getErrorCode(), e);
        }
        if (warned) {
            LOG.debug("Moved an unexpected message on {} to {}", from, queue);
        } else {
            warned = true;
            LOG.warn("Moved an unexpected message on {} to {}; further ones are logged at debug level", from, queue);
        }
    }
}
