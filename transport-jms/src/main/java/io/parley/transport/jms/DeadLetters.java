package io.parley.transport.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what is none of ours on the dead-letter queue as it came, without looking into it. If that fails the message is left to
 * the broker, which redelivers it and then does what its own settings say. Belongs to the thread of a session.
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

    void take(Message message, String from) throws JMSException {
        try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            producer.send(message);
        }
        if (told) {
            LOG.debug("a message on {} is none of the channel's and went to {}", from, queue);
        } else {
            told = true;
            LOG.warn(
                    "a message on {} is none of the channel's and went to {}; of others only debug logs tell",
                    from,
                    queue);
        }
    }
}
