package io.parley.bench.contest;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The server of the Netty baseline, with epoll where available, reads of 256 KiB and length-prefixed frames. It writes
 * back the buffers that it has read; content is neither encoded, decoded nor copied.
 */
final class NettySite {
    private static final int READ_BYTES = 256 * 1024;

    private NettySite() {}

    static Site start(Match match) {
        Loops loops = Loops.start();
        Channel server = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.server())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(answering(match));
                    }
                })
                .bind(match.door().server(), 0)
                .syncUninterruptibly()
                .channel();
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        return new Site(SocketAddresses.text(match.door().host(), port), List.of(port), () -> {
            server.close().syncUninterruptibly();
            loops.close();
        });
    }

    private static ChannelHandler answering(Match match) {
        return match.exchange() == Exchange.ECHO
                ? new FrameHandler.Echo()
                : new FrameHandler.Reply(frame(match, match.exchange() == Exchange.SEND));
    }

    private static ByteBuf frame(Match match, boolean isNumber) {
        return Frames.of(isNumber ? Frames.NUMBER : Frames.content(match.workload()));
    }

    /** Creates clients, which only count the received bytes. Each caller has its own connection. */
    static Contestant connect(Match match, String address) {
        Loops loops = Loops.start();
        return new Contestant(() -> caller(match, SocketAddresses.of(address), loops), loops);
    }

    private static Caller caller(Match match, InetSocketAddress address, Loops loops) {
        FrameCaller.Answers answers = new FrameCaller.Answers();
        Channel connection = new Bootstrap()
                .group(loops.group())
                .channel(loops.client())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
                .handler(answers)
                .connect(address)
                .syncUninterruptibly()
                .channel();
        FrameCaller frames = new FrameCaller(
                connection,
                answers,
                frame(match, match.exchange() == Exchange.RECEIVE),
                frame(match, match.exchange() == Exchange.SEND));
        return new Caller(frames::call, () -> match.check(frames.isAnswered()), frames);
    }
}
