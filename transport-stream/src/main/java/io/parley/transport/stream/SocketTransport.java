package io.parley.transport.stream;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;

/** Socket I/O that streams use on this machine, for servers with event loops of their own. Immutable. */
public final class SocketTransport {
    private final Transport transport;

    private SocketTransport(Transport transport) {
        this.transport = transport;
    }

    /** Returns the best transport that works here. Blocks during the trial, the first time in a JVM. */
    public static SocketTransport best() {
        return new SocketTransport(EventLoops.CHOICE.best().join());
    }

    /** Creates event loops with daemon threads; the caller must shut them down. */
    public EventLoopGroup newLoops(int threads) {
        return transport.groups().apply(threads);
    }

    /** Returns a factory of server sockets for these loops. */
    public ChannelFactory<ServerSocketChannel> serverSockets() {
        return transport.serverSockets();
    }
}
