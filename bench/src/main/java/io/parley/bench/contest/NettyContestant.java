package io.parley.bench.contest;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import java.net.InetSocketAddress;

/** The floor's clients, which count what comes. Each caller has a connection of its own. */
final class NettyContestant implements Contestant {
    private final Match match;
    private final InetSocketAddress address;
    private final Loops loops = Loops.start();

    NettyContestant(Match match, String address) {
        this.match = match;
        this.address = SocketAddresses.of(address);
    }

    @Override
    public Caller caller() {
        ByteBuf request = NettySite.frame(match, match.exchange() == Exchange.RECEIVE);
        ByteBuf response = NettySite.frame(match, match.exchange() == Exchange.SEND);
        FrameCaller.Answers answers = new FrameCaller.Answers();
        Channel connection = new Bootstrap()
                .group(loops.group())
                .channel(loops.client())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(NettySite.READ_BYTES))
                .handler(answers)
                .connect(address)
                .syncUninterruptibly()
                .channel();
        return new FrameCaller(match, connection, answers, request, response);
    }

    @Override
    public void close() {
        loops.close();
    }
}
