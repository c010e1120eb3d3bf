package io.parley.transport.stream;

import io.netty.buffer.ByteBufAllocator;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.testkit.channel.ChannelContract;
import java.util.concurrent.CompletableFuture;

/** Runs the channel contract on the NIO transport, which is available everywhere. */
class NioContractTest extends ChannelContract {
    private static final EventLoops LOOPS = new EventLoops(() -> CompletableFuture.completedFuture(Transport.nio()));

    private final ChannelProvider provider =
            new StreamConnectionFactory(LOOPS, NameLookup.shared(), ByteBufAllocator.DEFAULT);

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    @Override
    protected Address bindAddress() {
        return new Address("127.0.0.1", 0);
    }
}
