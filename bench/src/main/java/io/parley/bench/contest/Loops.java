package io.parley.bench.contest;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** Event loops with the fastest transport available on this machine. */
record Loops(EventLoopGroup group, Class<? extends Channel> client, Class<? extends ServerChannel> server)
        implements AutoCloseable {
    private static final long ENDING_SECONDS = 5;

    static Loops start() {
        DefaultThreadFactory threads = new DefaultThreadFactory("bench-loop", true);
        return Epoll.isAvailable()
                ? new Loops(
                        new MultiThreadIoEventLoopGroup(threads, EpollIoHandler.newFactory()),
                        EpollSocketChannel.class,
                        EpollServerSocketChannel.class)
                : new Loops(
                        new MultiThreadIoEventLoopGroup(threads, NioIoHandler.newFactory()),
                        NioSocketChannel.class,
                        NioServerSocketChannel.class);
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, ENDING_SECONDS, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
