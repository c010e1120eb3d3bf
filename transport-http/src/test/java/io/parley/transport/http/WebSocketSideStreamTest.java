package io.parley.transport.http;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.SideStreamContract;

/** Runs the side stream contract over WebSockets, between the connector and the server of this module. */
class WebSocketSideStreamTest extends SideStreamContract {
    private final WebSocketProvider provider = WebSocketProvider.plain();

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }
}
