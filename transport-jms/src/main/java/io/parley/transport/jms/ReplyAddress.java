package io.parley.transport.jms;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import org.jspecify.annotations.Nullable;

/**
 * Check of the addresses that a message asks this side to send to (threat model, row 22): a temporary queue by its type
 * and by its name, since a hostile client can give any queue that type.
 */
final class ReplyAddress {
    private ReplyAddress() {}

    static boolean isTemporary(@Nullable Destination address, JmsSettings settings) throws JMSException {
        return address instanceof TemporaryQueue queue
                && settings.temporaryNames().matcher(queue.getQueueName()).matches();
    }
}
