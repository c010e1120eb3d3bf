package io.parley.transport.http;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.SlowConsumerContract;

/** Runs the slow consumer contract over WebSockets to one server. */
class WebSocketSlowConsumerTest extends SlowConsumerContract {
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
