package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.SlowConsumerContract;

/** Runs the slow consumer contract over TCP to one listener. */
class StreamSlowConsumerTest extends SlowConsumerContract {
    private final ChannelProvider provider = new StreamConnectionFactory();

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }
}
