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
 * Keeps temporary queues that are gone from being made again. A broker that makes queues on demand makes one for whoever sends to a
 * temporary queue whose owner has just died, and what was sent lies there: for ever, or, where the sender calls the queue temporary,
 * for as long as the sender is connected. Such a sender makes the address before the queue, and an owner makes both at once.
 * Thread-safe.
 */
final class StayGone implements ActiveMQServerQueuePlugin, ActiveMQServerAddressPlugin {
    private static final StackTraceElement[] NONE = {};

    private final Pattern temporaryNames;
    private final boolean clustered;

    /** @param clustered whether queues of other brokers are sent to by a temporary queue of the sender's, which is removed in time */
    StayGone(Pattern temporaryNames, boolean clustered) {
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
            throw gone(name);
        }
    }

    /** The broker logs it, once for each message that came too late: a line says all. */
    private static ActiveMQException gone(SimpleString queue) {
        ActiveMQException gone = new ActiveMQNonExistentQueueException("the temporary queue " + queue + " is gone");
        gone.setStackTrace(NONE);
        return gone;
    }
}
