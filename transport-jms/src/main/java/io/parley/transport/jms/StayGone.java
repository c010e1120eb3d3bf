package io.parley.transport.jms;

import java.util.regex.Pattern;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQNonExistentQueueException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerQueuePlugin;

/**
 * Temporary queues that are gone stay so. A broker that makes queues on demand makes one for whoever sends to a temporary queue
 * whose owner has just died, as a queue like any other, and what was sent lies there for ever. Thread-safe.
 */
final class StayGone implements ActiveMQServerQueuePlugin {
    private static final StackTraceElement[] NONE = {};

    private final Pattern temporaryNames;

    StayGone(Pattern temporaryNames) {
        this.temporaryNames = temporaryNames;
    }

    @Override
    public void beforeCreateQueue(QueueConfiguration queue) throws ActiveMQException {
        if (!queue.isTemporary() && temporaryNames.matcher(queue.getName()).matches()) {
            throw gone(queue.getName());
        }
    }

    /** The broker logs it, once for each message that came too late: a line says all. */
    private static ActiveMQException gone(SimpleString queue) {
        ActiveMQException gone = new ActiveMQNonExistentQueueException("the temporary queue " + queue + " is gone");
        gone.setStackTrace(NONE);
        return gone;
    }
}
