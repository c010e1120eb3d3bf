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
final class NettySite implements Site {
    static final int READ_BYTES = 256 * 1024;

    private final Match match;
    private final Loops loops = Loops.start();
    private final Channel server;

    NettySite(Match match) {
        this.match = match;
        this.server = listen();
    }

    @Override
    public String address() {
        return SocketAddresses.text(match.door().host(), port());
    }

    @Override
    public List<Integer> ports() {
        return List.of(port());
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
        return new ServerBootstrap()
                .group(loops.group())
                .channel(loops.server())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(answering());
                    }
                })
                .bind(match.door().server(), 0)
                .syncUninterruptibly()
                .channel();
    }

    private ChannelHandler answering() {
        return match.exchange() == Exchange.ECHO
                ? new FrameServer.Echo()
                : new FrameServer.Reply(frame(match, match.exchange() == Exchange.SEND));
    }

    static ByteBuf frame(Match match, boolean isNumber) {
        return Frames.of(isNumber ? Frames.NUMBER : Frames.content(match.workload()));
    }

    /** The clients of the Netty baseline, which only count the received bytes. Each caller has its own connection. */
    static final class Clients implements Contestant {
        private final Match match;
        private final InetSocketAddress address;
        private final Loops loops = Loops.start();

        Clients(Match match, String address) {
            this.match = match;
            this.address = SocketAddresses.of(address);
        }

        @Override
        public Caller caller() {
            ByteBuf request = frame(match, match.exchange() == Exchange.RECEIVE);
            ByteBuf response = frame(match, match.exchange() == Exchange.SEND);
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
            return new FrameCaller(match, connection, answers, request, response);
        }

        @Override
        public void close() {
            loops.close();
        }
    }
}
