package io.parley.transport.jms;

import java.util.regex.Pattern;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQNonExistentQueueException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.server.impl.AddressInfo;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerAddressPlugin;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerQueuePlugin;

/**
 * Prevents removed temporary queues from being created again. A broker that creates queues on demand creates one when a
 * message is sent to a temporary queue whose owner has just died, and the message stays there forever or, if the sender
 * gives the queue a temporary type, as long as the sender is connected. Such a sender creates the address before the
 * queue; an owner creates both at once. Thread-safe.
 */
final class TemporaryQueueGuard implements ActiveMQServerQueuePlugin, ActiveMQServerAddressPlugin {
    private static final StackTraceElement[] NONE = {};

    private final Pattern temporaryNames;
    private final boolean clustered;

    /**
     * Creates a guard.
     *
     * @param temporaryNames form of temporary queue names
     * @param clustered true if senders at other brokers of a cluster use temporary proxy queues, which are removed in
     *     time
     */
    TemporaryQueueGuard(Pattern temporaryNames, boolean clustered) {
        this.temporaryNames = temporaryNames;
        this.clustered = clustered;
    }

    @Override
    public void beforeCreateQueue(QueueConfiguration queue) throws ActiveMQException {
        refuse(queue.getName(), queue.isTemporary());
    }

    @Override
    public void beforeAddAddress(AddressInfo address, boolean reload) throws ActiveMQException {
        refuse(address.getName(), clustered || address.isTemporary());
    }

    private void refuse(SimpleString name, boolean byItsOwner) throws ActiveMQException {
        if (!byItsOwner && temporaryNames.matcher(name).matches()) {
            throw queueGone(name);
        }
    }

    /** Returns an error without a stack trace: the broker logs it once for each late message. */
    private static ActiveMQException queueGone(SimpleString queue) {
        ActiveMQException queueGone =
                new ActiveMQNonExistentQueueException("the temporary queue " + queue + " is gone");
        queueGone.setStackTrace(NONE);
        return queueGone;
    }
}
