package io.parley.channel;

import io.parley.testkit.channel.SideStreamContract;

/** Runs the side stream contract over the in-process channel. */
class LocalSideStreamTest extends SideStreamContract {
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
