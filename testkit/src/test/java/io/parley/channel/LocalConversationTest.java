package io.parley.channel;

import io.parley.testkit.channel.ConversationContract;

/** Conversations over the in-process channel keep the contract. */
class LocalConversationTest extends ConversationContract {
    private static final ChannelProvider LOCAL = new LocalChannelProvider();

    @Override
    protected ChannelProvider provider() {
        return LOCAL;
    }

    @Override
    protected Address bindAddress() {
        return new Address("here", 0);
    }
}
