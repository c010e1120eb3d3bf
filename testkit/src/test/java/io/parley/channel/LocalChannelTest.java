package io.parley.channel;

import io.parley.testkit.channel.ChannelContract;

/** Runs the channel contract on the in-process channel. */
class LocalChannelTest extends ChannelContract {
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
