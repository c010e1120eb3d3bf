package io.parley.transport.jms;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ChannelContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the channel contract over ActiveMQ Classic. */
class OtherBrokerContractTest extends ChannelContract {
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
