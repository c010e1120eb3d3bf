package io.parley.transport.stream;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;

/** The way of doing socket I/O that streams have on this machine, for servers with event loops of their own. Immutable. */
public final class SocketTransport {
    private final Transport transport;

    private SocketTransport(Transport transport) {
        this.transport = transport;
    }

    /** The best that works here. Blocks, the first time in a JVM, while that is tried. */
    public static SocketTransport best() {
        return new SocketTransport(EventLoops.CHOICE.best().join());
    }

    /** New event loops, whose threads are daemons; they are the caller's to stop. */
    public EventLoopGroup newLoops(int threads) {
        return transport.groups().apply(threads);
    }

    /** Makes server sockets for them. */
    public ChannelFactory<ServerSocketChannel> serverSockets() {
        return transport.serverSockets();
    }
}
