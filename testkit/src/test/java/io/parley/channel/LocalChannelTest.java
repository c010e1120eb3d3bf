package io.parley.channel;

import io.parley.testkit.channel.ChannelContract;

/** The in-process channel keeps the contract. */
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
