package io.parley.transport.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.channel.TlsPolicy;
import io.parley.transport.stream.SocketTransport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Listens for HTTP/1.1, with or without TLS, and serves one site. It has a bounded number of connections, refuses what RFC 9112 does not allow, and closes who is slow. Its threads are
 * daemons. Thread-safe.
 */
public final class HttpServer implements AutoCloseable {
    private static final int LOOPS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private final EventLoopGroup loops;
    private final Channel channel;
    private final Address address;
    private final Open open;
    /**
     * Completes when it listens no more, asked for while its event loop lives: a loop that ends may lose what is asked of it then, and never
     * answer.
     */
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    HttpServer(EventLoopGroup loops, Channel channel, Address address, Open open) {
        this.loops = loops;
        this.channel = channel;
        this.address = address;
        this.open = open;
        var unused = channel.closeFuture().addListener(closed -> stopped.complete(null));
    }

    /** The connections that are open, and what new ones are protected by. */
    static final class Open {
        final Map<HttpServerConnection, Channel> connections = new ConcurrentHashMap<>();
        /** Null without TLS. */
        volatile @Nullable SslContext tls;
        /** Whether no connection is accepted any more. */
        volatile boolean over;

        Open(@Nullable SslContext tls) {
            this.tls = tls;
        }

        /** A connection that was accepted before the end may come here after it, when nobody looks for it any more. */
        void add(HttpServerConnection connection, Channel channel) {
            connections.put(connection, channel);
            channel.closeFuture().addListener(closed -> connections.remove(connection));
            if (over) {
                var unused = channel.close();
            }
        }
    }

    /**
     * Starts a server.
     *
     * @param bind port 0 takes a free one
     * @param held memory that bodies are counted against
     * @param protection none, or {@link Protection.Certified}: HTTP has no other way to trust a certificate than its
     *     names
     * @throws IOException if the address cannot be bound
     * @throws IllegalArgumentException if that is no protection of an HTTP server, or the key cannot be used
     */
    public static HttpServer start(Address bind, Limits limits, Protection protection, BodyMemory held, Site site)
            throws IOException {
        Open open = new Open(tls(protection));
        SocketTransport transport = SocketTransport.best();
        EventLoopGroup loops = transport.newLoops(LOOPS);
        Entrance entrance = new Entrance(
                open, limits, loops.next(), () -> new HttpServerConnection(site, held, limits, open.tls != null));
        try {
            Channel channel = new ServerBootstrap()
                    .group(loops)
                    .channelFactory(transport.serverSockets())
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.AUTO_READ, false)
                    .childHandler(entrance)
                    .bind(bind.host(), bind.port())
                    .sync()
                    .channel();
            channel.closeFuture().addListener(closed -> entrance.close());
            int port = ((InetSocketAddress) channel.localAddress()).getPort();
            return new HttpServer(loops, channel, new Address(bind.host(), port), open);
        } catch (InterruptedException e) {
            stop(loops);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while binding " + bind, e);
        } catch (Exception e) { // Netty throws what it does not declare
            stop(loops);
            throw new IOException("cannot listen on " + bind + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable SslContext tls(Protection protection) {
        if (protection instanceof Protection.None) {
            return null;
        }
        if (!(protection instanceof Protection.Certified certified)) {
            throw new IllegalArgumentException("https: expected a key and its certificate, found another protection");
        }
        try {
            return SslContextBuilder.forServer(
                            certified.key(), certified.chain().toArray(X509Certificate[]::new))
                    .protocols(TlsPolicy.versions())
                    .ciphers(TlsPolicy.cipherSuites(), SupportedCipherSuiteFilter.INSTANCE)
                    .build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("https: the key cannot be used: " + e.getMessage(), e);
        }
    }

    /** Returns the handlers of a connection, without TLS. */
    static ChannelHandler[] handlers(HttpServerConnection last) {
        return new ChannelHandler[] {new Ears(last), new StrictDecoder(), new HttpResponseEncoder(), last};
    }

    /** Takes them away again, with what of a connection's entrance stands before the last. */
    static void removeHandlers(ChannelPipeline pipeline, HttpServerConnection last) {
        pipeline.remove(last);
        pipeline.remove(Entrance.Arrival.class);
        pipeline.remove(Ears.class);
        pipeline.remove(HttpResponseEncoder.class);
        pipeline.remove(StrictDecoder.class); // passes on what it did not decode, so it is the last to go
    }

    /** Returns the address that it listens at. */
    public Address address() {
        return address;
    }

    /**
     * Shows this certificate to who connects from now on; connections that stand live on.
     *
     * @throws IllegalStateException if the server has no TLS
     * @throws IllegalArgumentException if the key cannot be used
     */
    public void renew(Protection.Certified certified) {
        if (open.tls == null) {
            throw new IllegalStateException("expected an https server, found one without TLS");
        }
        open.tls = tls(certified);
    }

    /**
     * Stops listening, and closes each connection behind the response to the request that is under way on it.
     *
     * @return completes when none is left, on an event loop
     */
    public CompletionStage<Void> finish() {
        stopListening();
        CompletableFuture<Void> finished = new CompletableFuture<>();
        var unused = stopped.thenRun(() -> {
            DefaultChannelGroup left = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
            open.connections.forEach((connection, channel) -> {
                left.add(channel);
                connection.finish();
            });
            left.newCloseFuture().addListener(none -> finished.complete(null));
        });
        return finished;
    }

    /** Stops listening and closes every connection. Idempotent. */
    @Override
    public void close() {
        stopListening();
        stopped.join();
        for (Channel left : open.connections.values()) { // loops that stop at once may leave them open
            var unused = left.close();
        }
        stop(loops);
    }

    private void stopListening() {
        open.over = true;
        if (channel.isOpen()) {
            var unused = channel.close();
        }
    }

    private static void stop(EventLoopGroup loops) {
        var unused = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /** Handler that notifies a connection of received bytes, before they are decoded. */
    private static final class Ears extends ChannelInboundHandlerAdapter {
        private final HttpServerConnection connection;

        Ears(HttpServerConnection connection) {
            this.connection = connection;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            connection.bytesCame();
            context.fireChannelRead(bytes);
        }
    }
}
