package io.parley.transport.quic;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.SlowConsumerContract;

/** Runs the slow consumer contract over QUIC. */
class QuicSlowConsumerTest extends SlowConsumerContract {
    private final ChannelProvider provider = new ProtectedQuic();

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }
}
