package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.SideStreamContract;

/** Runs the side stream contract over TCP. */
class StreamSideStreamTest extends SideStreamContract {
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
