package io.parley.transport.http;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ConversationContract;

/** Runs the conversation contract with posts of the JDK's client to the server of this module. */
class HttpConversationTest extends ConversationContract {
    private final NettyHttpProvider provider = new NettyHttpProvider(false);

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }
}
