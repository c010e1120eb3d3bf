package io.parley.transport.jms;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what is none of ours on the dead-letter queue as it came, without looking into it. If that fails the message is left to
 * the broker, which redelivers it and then does what its own settings say, unless its queue goes with its connection. Belongs
 * to the thread of a session.
 */
final class DeadLetters {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

    private final Session session;
    private final String queue;
    private boolean told;

    DeadLetters(Session session, String queue) {
        this.session = session;
        this.queue = queue;
    }

    /**
     * @throws JMSRuntimeException if the broker does not take it; a listener that lets it pass does not acknowledge the message
     */
    void take(Message message, String from) {
        try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            producer.send(message);
        } catch (JMSException e) {
            throw new JMSRuntimeException(
                    "jms: a message on " + from + " cannot be put on " + queue, e.getErrorCode(), e);
        }
        if (told) {
            LOG.debug("a message on {} is none that is taken there and went to {}", from, queue);
        } else {
            told = true;
            LOG.warn(
                    "a message on {} is none that is taken there and went to {}; of others only debug logs tell",
                    from,
                    queue);
        }
    }
}
