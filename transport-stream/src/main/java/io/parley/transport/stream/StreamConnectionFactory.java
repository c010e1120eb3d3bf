package io.parley.transport.stream;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslProvider;
import io.parley.Causes;
import io.parley.ChannelTraits;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.channel.Network;
import io.parley.channel.PendingConnections;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The channel {@code stream}: frames over TCP (the HHFR paper, section 4.3). It accepts connections on a server socket,
 * or opens them. All factories of a JVM share their event loops, which run only while something is listening or
 * connected. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure ends the connection, and its handler is notified
public final class StreamConnectionFactory implements ChannelProvider {
    private static final ChannelTraits TRAITS = new ChannelTraits("stream", true, true, true, true);
    /** Connections that the operating system queues until they are accepted. */
    private static final int BACKLOG = 1024;
    /**
     * Time by which a handshake may exceed the time limit for opening a session: the acceptor ends it before that, with
     * a reason.
     */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final EventLoops loops;
    private final NameLookup names;
    private final ByteBufAllocator allocator;
    private final SslProvider tlsProvider;

    /** Called by {@link java.util.ServiceLoader}. */
    public StreamConnectionFactory() {
        this(EventLoops.shared(), NameLookup.shared(), ByteBufAllocator.DEFAULT);
    }

    StreamConnectionFactory(EventLoops loops, NameLookup names, ByteBufAllocator allocator) {
        this(loops, names, allocator, Tls.library());
    }

    StreamConnectionFactory(EventLoops loops, NameLookup names, ByteBufAllocator allocator, SslProvider tlsProvider) {
        this.loops = loops;
        this.names = names;
        this.allocator = allocator;
        this.tlsProvider = tlsProvider;
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
        Tls tls = Tls.connecting(settings.protection(), tlsProvider);
        return StreamConnector.ofFrames(loops, names, allocator, new Destination(address, settings, tls, null), handler)
                .connect();
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        Tls tls = Tls.accepting(settings.protection(), tlsProvider);
        EventLoops.Loops running = await(bind);
        try {
            Accepting accepting = new Accepting(running.group().next(), settings, acceptor, tls);
            ServerBootstrap server = new ServerBootstrap()
                    .group(running.group())
                    .channelFactory(running.transport().serverSockets())
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.ALLOCATOR, allocator)
                    .childOption(ChannelOption.AUTO_READ, false)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.SO_KEEPALIVE, true)
                    .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, StreamWriter.SOCKET_MARKS)
                    .childHandler(accepting);
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(bind.host()), bind.port());
            // On an event loop: creating a channel leaves Netty caches in the thread, which may belong to a container.
            ChannelFuture bound = CompletableFuture.supplyAsync(() -> server.bind(address), running.group())
                    .join()
                    .awaitUninterruptibly();
            if (!bound.isSuccess()) {
                throw new IOException("cannot listen on " + bind + ": " + Causes.text(bound.cause()), bound.cause());
            }
            Channel channel = bound.channel();
            channel.closeFuture().addListener(closed -> {
                accepting.pendingConnections.close();
                loops.release();
            });
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

    /**
     * Creates a connection for each accepted socket when its turn comes, and counts it until the layer above accepts
     * it.
     */
    private final class Accepting extends ChannelInitializer<SocketChannel> {
        private final PendingConnections pendingConnections;
        private final long minimumRate;
        private final Duration handshake;

        private final Function<Connection, ConnectionHandler> acceptor;
        private final @Nullable Tls tls;

        Accepting(
                EventLoop clock,
                ChannelSettings settings,
                Function<Connection, ConnectionHandler> acceptor,
                @Nullable Tls tls) {
            this.pendingConnections = new PendingConnections(
                    settings.limits(),
                    () -> LoopClock.nanoTime(clock),
                    look -> clock.schedule(look, PendingConnections.CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
            this.minimumRate = settings.limits().get(Limit.FRAME_RATE);
            this.handshake =
                    Duration.ofMillis(settings.limits().get(Limit.OPEN_MILLIS)).plus(MARGIN);
            this.acceptor = acceptor;
            this.tls = tls;
        }

        @Override
        protected void initChannel(SocketChannel channel) {
            Accepted accepted = new Accepted(channel, this);
            loops.retain();
            channel.closeFuture().addListener(closed -> {
                pendingConnections.remove(accepted);
                loops.release();
            });
            pendingConnections.add(accepted, channel.remoteAddress().getAddress());
        }
    }

    /** Accepted socket and the connection made of it. Runs on its event loop. */
    private static final class Accepted extends ChannelInboundHandlerAdapter implements PendingConnections.Candidate {
        private final SocketChannel channel;
        private final Accepting by;
        private @Nullable StreamConnection connection;
        private volatile boolean silent = true;

        Accepted(SocketChannel channel, Accepting by) {
            this.channel = channel;
            this.by = by;
        }

        @Override
        public void begin() {
            if (channel.eventLoop().inEventLoop()) {
                start();
            } else {
                channel.eventLoop().execute(this::start);
            }
        }

        @Override
        public boolean isSilent() {
            return silent;
        }

        /** Records that bytes were received, below all other handlers. */
        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            silent = false;
            context.pipeline().remove(this);
            context.fireChannelRead(bytes);
        }

        private void start() {
            if (!channel.isActive()) {
                return; // Closed while it was pending: a handler would never be notified.
            }
            channel.pipeline().addLast(this);
            Tls tls = by.tls;
            if (tls != null) {
                channel.pipeline().addLast(tls.handler(channel.alloc(), by.handshake));
            }
            StreamConnection starting = new StreamConnection(
                    channel,
                    Network.remote(channel.remoteAddress()),
                    false,
                    accepted -> by.pendingConnections.remove(this),
                    tls != null,
                    null);
            connection = starting;
            // Nothing is read before this method returns; the handler may stop the reading at once.
            channel.config().setAutoRead(true);
            starting.start(by.acceptor.apply(starting), by.minimumRate);
        }

        @Override
        public void end(ParleyException why) {
            channel.eventLoop().execute(() -> {
                StreamConnection begun = connection;
                if (begun == null) {
                    channel.close();
                } else if (!begun.isAccepted()) {
                    begun.abort(why);
                }
            });
        }
    }
}
