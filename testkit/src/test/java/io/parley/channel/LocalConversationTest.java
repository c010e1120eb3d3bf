package io.parley.channel;

import io.parley.testkit.channel.ConversationContract;

/** Runs the conversation contract over the in-process channel. */
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
