package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.function.Consumer;

/**
 * Socket that its container gave up, served by an event loop on the JDK's selectors: the session's loop reads and
 * writes it, instead of a thread of the container. The container still counts the connection, so closing either closes
 * the other. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed channel is closed, and its handlers are notified
final class DirectSocket implements ContainerSocket.Signals {
    private final ContainerSocket container;
    private final ContainerSocket.Direct direct;
    private final Runnable whenClosed;
    private final NioSocketChannel channel;
    private final EventLoops loops = EventLoops.ofSelectors();

    private DirectSocket(
            ContainerSocket container, ContainerSocket.Direct direct, NioSocketChannel channel, Runnable whenClosed) {
        this.container = container;
        this.direct = direct;
        this.channel = channel;
        this.whenClosed = whenClosed;
    }

    /**
     * Takes over a socket.
     *
     * @param whenClosed runs once the connection is closed
     * @param connection creates a connection on the channel, on its event loop; not called if the socket is closed by
     *     then
     * @return receives the container's events
     */
    static ContainerSocket.Signals takeOver(
            ContainerSocket container,
            ContainerSocket.Direct direct,
            Runnable whenClosed,
            Consumer<SocketChannel> connection) {
        NioSocketChannel channel;
        try {
            channel = new NioSocketChannel(null, direct.socket());
        } catch (ChannelException closed) {
            container.close();
            whenClosed.run();
            return new Closed();
        }
        channel.config().setAutoRead(false);
        DirectSocket taken = new DirectSocket(container, direct, channel, whenClosed);
        taken.begin(connection);
        return taken;
    }

    private void begin(Consumer<SocketChannel> connection) {
        loops.acquire().whenComplete((running, why) -> {
            if (running == null) {
                onClosed();
                return;
            }
            channel.pipeline().addFirst(new End());
            channel.closeFuture().addListener(closed -> {
                channel.eventLoop().execute(channel.pipeline()::fireChannelInactive);
                onClosed();
            });
            running.group().next().register(channel).addListener(registered -> {
                if (registered.isSuccess()) {
                    start(connection);
                }
            });
        });
    }

    private void onClosed() {
        loops.release();
        container.close(); // wakes its selector, with which the socket is registered: until then the system keeps it
        whenClosed.run();
    }

    private void start(Consumer<SocketChannel> connection) {
        if (!channel.isActive()) {
            channel.close(); // closed by the container: a handler would never be notified
            return;
        }
        // Nothing is read before this method returns; the handler may stop the reading at once.
        channel.config().setAutoRead(true);
        connection.accept(channel);
        if (direct.early().hasRemaining()) {
            channel.pipeline().addFirst(new Early(Unpooled.copiedBuffer(direct.early())));
            if (channel.config().isAutoRead()) {
                channel.read();
            }
        }
    }

    @Override
    public void readable() {
        // The event loop selects the socket itself.
    }

    @Override
    public void writable() {
        // The event loop selects the socket itself.
    }

    @Override
    public void ended() {
        if (channel.isRegistered()) { // otherwise the registration finds it closed
            channel.close();
        }
    }

    @Override
    public void failed(Throwable why) {
        ended();
    }

    /** Passes the bytes that the container read ahead on when the connection reads for the first time. */
    private static final class Early extends ChannelOutboundHandlerAdapter {
        private final ByteBuf bytes;
        private boolean passedOn;

        Early(ByteBuf bytes) {
            this.bytes = bytes;
        }

        @Override
        public void read(ChannelHandlerContext context) {
            passedOn = true;
            context.pipeline().remove(this);
            context.fireChannelRead(bytes);
            context.fireChannelReadComplete();
            if (context.channel().config().isAutoRead()) {
                context.read();
            }
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            if (!passedOn) {
                bytes.release();
            }
        }
    }

    /**
     * Passes {@code channelInactive} on exactly once: Netty does not fire it for a socket that the container closed.
     */
    private static final class End extends ChannelInboundHandlerAdapter {
        private boolean passedOn;

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (!passedOn) {
                passedOn = true;
                context.fireChannelInactive();
            }
        }
    }

    /** Receives the events of a socket that was closed before it was taken over. */
    private record Closed() implements ContainerSocket.Signals {
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
