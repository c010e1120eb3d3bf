package io.parley.transport.http;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.SlowConsumerContract;

/** Runs the slow consumer contract with posts to one server. */
class HttpSlowConsumerTest extends SlowConsumerContract {
    private final NettyHttpProvider provider = new NettyHttpProvider(true);

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }
}
