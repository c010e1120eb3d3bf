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
 * Proxy queue that an Artemis cluster creates at a sender's broker for a temporary queue at another broker: the client
 * creates a queue of the same name for each sender, which would stay until the sender's connection ends; for a service,
 * as long as it runs.
 */
final class RemoteQueueProxy {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteQueueProxy.class);

    private RemoteQueueProxy() {}

    /**
     * Removes the proxy of an inbox that gets no more messages. The inbox itself has a consumer, so the broker does not
     * remove it. Blocks.
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
            LOG.trace("jms: no proxy queue for {}", queue.getAddress(), e);
        }
    }
}
