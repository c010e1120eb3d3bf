package io.parley.transport.stream;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslProvider;
import io.parley.ChannelTraits;
import io.parley.Limit;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The channel {@code stream}: frames over TCP. It waits for connections on a server socket, or makes them, and gives
 * each its {@code StreamConnection} (paper 001, 4.3). Thread-safe; all factories of a JVM share their event loops, which
 * run only while something is listening or connected.
 */
public final class StreamConnectionFactory implements ChannelProvider {
    private static final ChannelTraits TRAITS = new ChannelTraits("stream", true, true, true, true);
    /** Connections that the system may hold until this side comes to accept them. */
    private static final int BACKLOG = 1024;
    /** A connection that is not accepted above may be closed before. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private final EventLoops loops;
    private final NameLookup names;
    private final ByteBufAllocator allocator;
    private final SslProvider tlsLibrary;

    /** For {@link java.util.ServiceLoader}. */
    public StreamConnectionFactory() {
        this(EventLoops.shared(), NameLookup.shared(), ByteBufAllocator.DEFAULT);
    }

    StreamConnectionFactory(EventLoops loops, NameLookup names, ByteBufAllocator allocator) {
        this(loops, names, allocator, Tls.library());
    }

    StreamConnectionFactory(EventLoops loops, NameLookup names, ByteBufAllocator allocator, SslProvider tlsLibrary) {
        this.loops = loops;
        this.names = names;
        this.allocator = allocator;
        this.tlsLibrary = tlsLibrary;
    }

    @Override
    public ChannelTraits traits() {
        return TRAITS;
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        Tls tls = Tls.connecting(settings.protection(), tlsLibrary);
        return new StreamConnector(loops, names, allocator, address, settings, tls, handler).connect();
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        Tls tls = Tls.accepting(settings.protection(), tlsLibrary);
        EventLoops.Loops running = await(bind);
        try {
            Accepting accepting = new Accepting(settings, acceptor, tls);
            ChannelFuture bound = new ServerBootstrap()
                    .group(running.group())
                    .channelFactory(running.transport().serverSockets())
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.ALLOCATOR, allocator)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.SO_KEEPALIVE, true)
                    .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, StreamWriter.SOCKET_MARKS)
                    .childHandler(accepting)
                    .bind(new InetSocketAddress(InetAddress.getByName(bind.host()), bind.port()))
                    .awaitUninterruptibly();
            if (!bound.isSuccess()) {
                throw new IOException("cannot listen on " + bind + ": " + bound.cause(), bound.cause());
            }
            Channel channel = bound.channel();
            channel.closeFuture().addListener(closed -> loops.release());
            return new StreamListener(bind.host(), channel, tls);
        } catch (IOException | RuntimeException e) {
            loops.release();
            throw e;
        }
    }

    private EventLoops.Loops await(Address bind) throws IOException {
        try {
            return loops.acquire().join();
        } catch (CompletionException e) {
            loops.release();
            throw new IOException("cannot listen on " + bind + ": no event loop: " + e.getCause(), e);
        }
    }

    /** Makes a connection of each accepted socket, and counts it until it is accepted above. */
    private final class Accepting extends ChannelInitializer<SocketChannel> {
        private final PendingConnections pending;
        private final long minimumRate;
        private final Function<Connection, ConnectionHandler> acceptor;
        private final @Nullable Tls tls;

        Accepting(ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor, @Nullable Tls tls) {
            this.pending = new PendingConnections(settings.limits());
            this.minimumRate = settings.limits().get(Limit.FRAME_RATE);
            this.acceptor = acceptor;
            this.tls = tls;
        }

        @Override
        protected void initChannel(SocketChannel channel) {
            InetSocketAddress remote = channel.remoteAddress();
            if (tls != null) {
                channel.pipeline().addLast(tls.handler(channel.alloc(), HANDSHAKE));
            }
            StreamConnection connection =
                    new StreamConnection(channel, StreamConnector.text(remote), false, pending::remove, tls != null);
            loops.retain();
            channel.closeFuture().addListener(closed -> {
                pending.remove(connection);
                loops.release();
            });
            pending.add(connection, remote.getAddress());
            connection.start(acceptor.apply(connection), minimumRate);
        }
    }
}
