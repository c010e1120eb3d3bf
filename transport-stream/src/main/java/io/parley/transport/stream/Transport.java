package io.parley.transport.stream;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.channels.spi.SelectorProvider;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * One way of doing socket I/O. Immutable.
 *
 * @param name for logs
 * @param available whether it says that it works here
 * @param groups makes event loops, as many as told
 */
record Transport(
        String name,
        BooleanSupplier available,
        IntFunction<EventLoopGroup> groups,
        ChannelFactory<SocketChannel> sockets,
        ChannelFactory<ServerSocketChannel> serverSockets) {

    /** Runs on every JDK. */
    static Transport nio() {
        return new Transport(
                "nio",
                () -> true,
                loops(() -> NioIoHandler.newFactory(SelectorProvider.provider(), Transport::newSelect)),
                NioSocketChannel::new,
                NioServerSocketChannel::new);
    }

    /** Runs on Linux, with Netty's native library. */
    static Transport epoll() {
        return new Transport(
                "epoll",
                Epoll::isAvailable,
                loops(() -> EpollIoHandler.newFactory(0, Transport::newSelect)),
                EpollSocketChannel::new,
                EpollServerSocketChannel::new);
    }

    @Override
    public String toString() {
        return name;
    }

    private static SelectStrategy newSelect() {
        return new WakefulSelect(System::nanoTime);
    }

    private static IntFunction<EventLoopGroup> loops(Supplier<IoHandlerFactory> io) {
        // Daemon threads: an idle stream must not keep an application alive that never asked for one.
        return threads ->
                new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("parley-stream", true), io.get());
    }
}
