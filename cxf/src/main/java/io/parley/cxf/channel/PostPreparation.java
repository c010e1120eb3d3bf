package io.parley.cxf.channel;

import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;

/** Prepares a message for a post to the service's address, with the identity of the caller. */
@FunctionalInterface
public interface PostPreparation {
    /**
     * Sets on message and exchange what a call of the application would have there. Afterwards the message has a
     * modifiable map of {@code PROTOCOL_HEADERS}.
     */
    void prepare(Message message, Exchange exchange);
}
