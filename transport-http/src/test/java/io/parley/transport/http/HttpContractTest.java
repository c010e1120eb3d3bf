package io.parley.transport.http;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ChannelContract;

/** Runs the channel contract with posts over sockets of the stream transport to the server of this module. */
class HttpContractTest extends ChannelContract {
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
