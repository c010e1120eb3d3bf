package io.parley.transport.stream;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.function.Consumer;

/**
 * A socket that its container let go of, on an event loop of the JDK's selectors: bytes are read and written by the loop that has the session, and not by a
 * thread of the container's before it. The container still counts the connection, and each of the two has the other close it. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that fails is closed, and its handlers hear of it
final class DirectSocket implements ContainerSocket.Signals {
    private final ContainerSocket container;
    private final ContainerSocket.Direct direct;
    private final Runnable gone;
    private final NioSocketChannel channel;
    private final EventLoops loops = EventLoops.ofSelectors();

    private DirectSocket(
            ContainerSocket container, ContainerSocket.Direct direct, NioSocketChannel channel, Runnable gone) {
        this.container = container;
        this.direct = direct;
        this.channel = channel;
        this.gone = gone;
    }

    /**
     * Takes a socket over.
     *
     * @param gone runs when there is no connection any more
     * @param connection makes a connection of the channel, on its event loop; not called for a socket that is closed by then
     * @return what the container is to tell
     */
    static ContainerSocket.Signals takeOver(
            ContainerSocket container,
            ContainerSocket.Direct direct,
            Runnable gone,
            Consumer<SocketChannel> connection) {
        NioSocketChannel channel;
        try {
            channel = new NioSocketChannel(null, direct.socket());
        } catch (ChannelException closed) {
            container.close();
            gone.run();
            return new Over();
        }
        channel.config().setAutoRead(false);
        DirectSocket taken = new DirectSocket(container, direct, channel, gone);
        taken.begin(connection);
        return taken;
    }

    private void begin(Consumer<SocketChannel> connection) {
        loops.acquire().whenComplete((running, why) -> {
            if (running == null) {
                over();
                return;
            }
            channel.pipeline().addFirst(new End());
            channel.closeFuture().addListener(closed -> {
                channel.eventLoop().execute(channel.pipeline()::fireChannelInactive);
                over();
            });
            running.group().next().register(channel).addListener(registered -> {
                if (registered.isSuccess()) {
                    start(connection);
                }
            });
        });
    }

    private void over() {
        loops.release();
        container.close(); // wakes its selector, with which the socket is registered: until then the system keeps it
        gone.run();
    }

    private void start(Consumer<SocketChannel> connection) {
        if (!channel.isActive()) {
            channel.close(); // by the container meanwhile: a handler would never hear of that
            return;
        }
        // Nothing is read before this ends; whoever is given the connection may stop the reading at once.
        channel.config().setAutoRead(true);
        connection.accept(channel);
        if (direct.early().hasRemaining()) {
            channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(direct.early()));
            channel.pipeline().fireChannelReadComplete();
        }
    }

    @Override
    public void readable() {
        // The loop sees it.
    }

    @Override
    public void writable() {
        // Likewise.
    }

    @Override
    public void ended() {
        if (channel.isRegistered()) { // else it is found closed
            channel.close();
        }
    }

    @Override
    public void failed(Throwable why) {
        ended();
    }

    /** Hands the end on once: Netty tells of none if it finds the socket closed, as by the container. */
    private static final class End extends ChannelInboundHandlerAdapter {
        private boolean told;

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (!told) {
                told = true;
                context.fireChannelInactive();
            }
        }
    }

    /** Of a socket that was closed before. */
    private record Over() implements ContainerSocket.Signals {
        @Override
        public void readable() {}

        @Override
        public void writable() {}

        @Override
        public void ended() {}

        @Override
        public void failed(Throwable why) {}
    }
}
