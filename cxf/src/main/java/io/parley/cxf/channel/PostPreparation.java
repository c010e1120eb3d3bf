package io.parley.cxf.channel;

import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;

/** Makes a message one to the service's address, as the caller. */
@FunctionalInterface
public interface PostPreparation {
    /**
     * Puts on both what a call of the application would have there. The message then has {@code PROTOCOL_HEADERS}
     * that more can be added to.
     */
    void prepare(Message message, Exchange exchange);
}
