package io.parley.bench.contest;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;

/**
 * The floor: Netty, with epoll where there is any and reads of 256 KiB, and frames with a length before them. The server
 * writes the buffers back that it has read; the client counts what comes. Nobody encodes, decodes or copies. Each caller
 * has a connection of its own.
 */
final class NettyContestant implements Contestant {
    private static final int READ_BYTES = 256 * 1024;

    private final Match match;
    private final Loops loops = Loops.start();
    private final Channel server;

    private NettyContestant(Match match) {
        this.match = match;
        this.server = listen();
    }

    static Contestant start(Match match) throws IOException {
        NettyContestant started = new NettyContestant(match);
        return Contestant.behind(match.door(), List.of(started.port()), started::close, () -> started);
    }

    @Override
    public Caller caller() {
        ByteBuf request = frame(match.exchange() == Exchange.RECEIVE);
        ByteBuf response = frame(match.exchange() == Exchange.SEND);
        FrameCaller.Answers answers = new FrameCaller.Answers();
        Channel connection = new Bootstrap()
                .group(loops.group())
                .channel(loops.client())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
                .handler(answers)
                .connect(match.door().host(), port())
                .syncUninterruptibly()
                .channel();
        return new FrameCaller(match, connection, answers, request, response);
    }

    @Override
    public void close() {
        server.close().syncUninterruptibly();
        loops.close();
    }

    private int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    private Channel listen() {
        Class<? extends ServerChannel> type = loops.server();
        return new ServerBootstrap()
                .group(loops.group())
                .channel(type)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
                .childHandler(handlers(this::answering))
                .bind(Door.SERVER, 0)
                .syncUninterruptibly()
                .channel();
    }

    private ChannelHandler answering() {
        return match.exchange() == Exchange.ECHO
                ? new FrameServer.Echo()
                : new FrameServer.Reply(frame(match.exchange() == Exchange.SEND));
    }

    private ByteBuf frame(boolean isNumber) {
        return Frames.of(isNumber ? Frames.NUMBER : Frames.content(match.workload()));
    }

    private static ChannelInitializer<SocketChannel> handlers(Supplier<ChannelHandler> handler) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                channel.pipeline().addLast(handler.get());
            }
        };
    }
}
