package io.parley.transport.jms;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ConversationContract;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the conversation contract over ActiveMQ Classic. */
@EnabledIfSystemProperty(named = "parley.jms.contracts", matches = "all", disabledReason = "takes half a minute")
class OtherBrokerConversationTest extends ConversationContract {
    @RegisterExtension
    static final OtherBroker BROKER = new OtherBroker();

    @Override
    protected ChannelProvider provider() {
        return BROKER.provider();
    }

    @Override
    protected Address bindAddress() {
        return new Address("orders", 0);
    }
}
