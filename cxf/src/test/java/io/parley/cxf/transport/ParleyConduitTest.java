package io.parley.cxf.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.junit.jupiter.api.Test;

class ParleyConduitTest {
    private final Exchange exchange = new ExchangeImpl();
    private final Message accepted = new MessageImpl();

    @Test
    void aRequestThatWasTakenHasNoAnswerYet() {
        ParleyConduit.accepted(exchange, accepted);

        assertThat(exchange.getInMessage()).isSameAs(accepted);
    }

    /** The reply arrives on another connection, possibly earlier than the response to the request. */
    @Test
    void aReplyElsewhereThatCameBeforeTheRequestIsKnownToBeTakenStaysTheAnswer() {
        Message reply = new MessageImpl();
        exchange.setInMessage(reply);
        exchange.put(ClientImpl.FINISHED, true);

        ParleyConduit.accepted(exchange, accepted);

        assertThat(exchange.getInMessage()).isSameAs(reply);
    }
}
