package io.parley.transport.stream;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.parley.MissingClass;
import java.nio.channels.spi.SelectorProvider;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.slf4j.LoggerFactory;

/**
 * Kind of socket I/O. Event loops are created by constructors that exist in Netty 4.1 too, since frameworks pin that
 * version on the class path of applications; Netty 4.2 deprecates them, and they create the same loops. Immutable.
 *
 * @param name for logs
 * @param available reports whether the transport claims to work here
 * @param groups creates the given number of event loops
 * @param sockets creates client sockets
 * @param serverSockets creates server sockets
 * @param datagrams creates UDP sockets
 */
public record Transport(
        String name,
        BooleanSupplier available,
        IntFunction<EventLoopGroup> groups,
        ChannelFactory<SocketChannel> sockets,
        ChannelFactory<ServerSocketChannel> serverSockets,
        ChannelFactory<DatagramChannel> datagrams) {

    /** Returns the JDK's NIO, which runs everywhere. */
    @SuppressWarnings("deprecation") // see the class comment
    static Transport nio() {
        return new Transport(
                "nio",
                () -> true,
                threads -> new NioEventLoopGroup(
                        threads, new LoopThreads(), SelectorProvider.provider(), Transport::newSelect),
                NioSocketChannel::new,
                NioServerSocketChannel::new,
                NioDatagramChannel::new);
    }

    /** Returns epoll, which runs on Linux with Netty's native library. */
    @SuppressWarnings("deprecation") // see the class comment
    static Transport epoll() {
        return new Transport(
                "epoll",
                Epoll::isAvailable,
                threads -> new EpollEventLoopGroup(threads, new LoopThreads(), Transport::newSelect),
                EpollSocketChannel::new,
                EpollServerSocketChannel::new,
                EpollDatagramChannel::new);
    }

    /** Returns epoll if its classes are on the class path (some applications leave its jars out), otherwise NIO. */
    static Transport preferred() {
        try {
            return epoll();
        } catch (NoClassDefFoundError e) {
            LoggerFactory.getLogger(Transport.class)
                    .info("Using nio, not epoll: {}", MissingClass.in(e).orElse(""));
            return nio();
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private static SelectStrategy newSelect() {
        return new WakefulSelect(System::nanoTime);
    }
}
