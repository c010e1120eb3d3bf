package io.parley.transport.jms;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guard of the queue at a sender's broker that stands for a temporary queue at another broker of an Artemis cluster:
 * the client makes a queue of the same name for each sender to it, which would stay until the sender's connection ends,
 * that of a service for as long as it lives.
 */
final class Stand {
    private static final Logger LOG = LoggerFactory.getLogger(Stand.class);

    private Stand() {}

    /**
     * Removes the stand-in of an inbox that gets no more messages. If it is the inbox itself, it has a reader, and
     * stays. Blocks.
     */
    static void remove(Session sender, Destination inbox) {
        if (!(sender instanceof ActiveMQSession artemis)
                || !(inbox instanceof TemporaryQueue)
                || !(inbox instanceof ActiveMQDestination queue)) {
            return;
        }
        try {
            artemis.deleteTemporaryQueue(queue);
        } catch (JMSException e) {
            LOG.trace("jms: nothing stood for {}", queue.getAddress(), e);
        }
    }
}
