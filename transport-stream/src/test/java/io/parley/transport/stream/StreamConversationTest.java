package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ConversationContract;

/** Runs the conversation contract over TCP. */
class StreamConversationTest extends ConversationContract {
    private final ChannelProvider provider = new StreamConnectionFactory();

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }

    @Override
    protected boolean isFull() {
        return true; // once in every build
    }
}
