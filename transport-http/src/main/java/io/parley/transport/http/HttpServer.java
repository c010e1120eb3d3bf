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
import io.parley.Causes;
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
 * HTTP/1.1 server, with or without TLS, of one site. It bounds the number of connections, refuses requests that RFC
 * 9112 does not allow, and closes slow connections. Its threads are daemons. Thread-safe.
 */
public final class HttpServer implements AutoCloseable {
    private static final int LOOPS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private final EventLoopGroup loops;
    private final Channel channel;
    private final Address address;
    private final Open open;
    /**
     * Completes when the server socket is closed. The listener is added while the event loop is alive: a loop that ends
     * may drop new listeners without calling them.
     */
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    HttpServer(EventLoopGroup loops, Channel channel, Address address, Open open) {
        this.loops = loops;
        this.channel = channel;
        this.address = address;
        this.open = open;
        var unused = channel.closeFuture().addListener(closed -> stopped.complete(null));
    }

    /** Open connections, and the TLS of new ones. */
    static final class Open {
        final Map<HttpServerConnection, Channel> connections = new ConcurrentHashMap<>();
        /** Null without TLS. */
        volatile @Nullable SslContext tls;
        /** True once no connections are accepted any more. */
        volatile boolean closed;

        Open(@Nullable SslContext tls) {
            this.tls = tls;
        }

        /** Adds a connection; closes one that was accepted before the end but arrives here after it. */
        void add(HttpServerConnection connection, Channel channel) {
            connections.put(connection, channel);
            channel.closeFuture().addListener(closed -> connections.remove(connection));
            if (closed) {
                var unused = channel.close();
            }
        }
    }

    /**
     * Starts a server.
     *
     * @param bind port 0 selects a free one
     * @param held account that bodies are counted against
     * @param protection none, or {@link Protection.Certified}: HTTP clients can trust a certificate only by its names
     * @throws IOException if the address cannot be bound
     * @throws IllegalArgumentException if this is not a protection for an HTTP server, or its key cannot be used
     */
    public static HttpServer start(Address bind, Limits limits, Protection protection, BodyMemory held, Site site)
            throws IOException {
        Open open = new Open(tls(protection));
        SocketTransport transport = SocketTransport.best();
        EventLoopGroup loops = transport.newLoops(LOOPS);
        ConnectionAcceptor acceptor = new ConnectionAcceptor(
                open, limits, loops.next(), () -> new HttpServerConnection(site, held, limits, open.tls != null));
        try {
            Channel channel = new ServerBootstrap()
                    .group(loops)
                    .channelFactory(transport.serverSockets())
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.AUTO_READ, false)
                    .childHandler(acceptor)
                    .bind(bind.host(), bind.port())
                    .sync()
                    .channel();
            channel.closeFuture().addListener(closed -> acceptor.close());
            int port = ((InetSocketAddress) channel.localAddress()).getPort();
            return new HttpServer(loops, channel, new Address(bind.host(), port), open);
        } catch (InterruptedException e) {
            stop(loops);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while binding " + bind, e);
        } catch (Exception e) { // Netty throws undeclared checked exceptions
            stop(loops);
            throw new IOException("cannot listen on " + bind + ": " + Causes.text(e), e);
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

    /** Returns the handlers of a connection, except TLS. */
    static ChannelHandler[] handlers(HttpServerConnection last) {
        return new ChannelHandler[] {new ReceiveObserver(last), new StrictDecoder(), new HttpResponseEncoder(), last};
    }

    /** Removes the HTTP handlers, including those of {@link ConnectionAcceptor}. */
    static void removeHandlers(ChannelPipeline pipeline, HttpServerConnection last) {
        pipeline.remove(last);
        pipeline.remove(ConnectionAcceptor.PendingConnection.class);
        pipeline.remove(ReceiveObserver.class);
        pipeline.remove(HttpResponseEncoder.class);
        pipeline.remove(StrictDecoder.class); // removed last, since it passes on the bytes that it did not decode
    }

    /** Returns the address that the server listens on. */
    public Address address() {
        return address;
    }

    /**
     * Replaces the certificate for new connections; open connections stay open.
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
     * Stops listening, and closes each connection after the response to its current request.
     *
     * @return completes on an event loop when no connection is left
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
        for (Channel left : open.connections.values()) { // since loops that stop may leave them open
            var unused = left.close();
        }
        stop(loops);
    }

    private void stopListening() {
        open.closed = true;
        if (channel.isOpen()) {
            var unused = channel.close();
        }
    }

    private static void stop(EventLoopGroup loops) {
        var unused = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /** Notifies a connection of received bytes before they are decoded. */
    private static final class ReceiveObserver extends ChannelInboundHandlerAdapter {
        private final HttpServerConnection connection;

        ReceiveObserver(HttpServerConnection connection) {
            this.connection = connection;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            connection.onBytesReceived();
            context.fireChannelRead(bytes);
        }
    }
}
