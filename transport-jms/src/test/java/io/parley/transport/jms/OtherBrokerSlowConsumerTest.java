package io.parley.transport.jms;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.SlowConsumerContract;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the slow consumer contract through ActiveMQ Classic. */
class OtherBrokerSlowConsumerTest extends SlowConsumerContract {
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
