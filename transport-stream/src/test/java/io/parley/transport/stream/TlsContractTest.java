package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ChannelContract;

/** Runs the channel contract over TLS. */
class TlsContractTest extends ChannelContract {
    private final ChannelProvider provider = new Protected();

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }
}
