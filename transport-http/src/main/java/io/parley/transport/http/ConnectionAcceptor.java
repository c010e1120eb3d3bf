package io.parley.transport.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.PendingConnections;
import io.parley.transport.stream.OneHandshake;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Accepts a server's connections. A limited number of connections without a complete request head is read at a time; a
 * connection beyond the server's maximum is closed at once. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // closing fails only if the connection is closed already
final class ConnectionAcceptor extends ChannelInitializer<SocketChannel> {
    private static final int MAX_CONNECTIONS = 4096;

    private final HttpServer.Open open;
    private final Supplier<HttpServerConnection> maker;
    private final PendingConnections pendingConnections;
    private final AtomicInteger connections = new AtomicInteger();

    /**
     * Creates the acceptor of one server.
     *
     * @param clock provides the time and runs delayed tasks
     * @param maker creates the handler of a connection
     */
    ConnectionAcceptor(HttpServer.Open open, Limits limits, EventLoop clock, Supplier<HttpServerConnection> maker) {
        this.open = open;
        this.maker = maker;
        this.pendingConnections = new PendingConnections(
                limits,
                System::nanoTime,
                look -> clock.schedule(look, PendingConnections.CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        PendingConnection pending = new PendingConnection(channel);
        boolean isOneTooMany = connections.incrementAndGet() > MAX_CONNECTIONS;
        channel.closeFuture().addListener(closed -> {
            connections.decrementAndGet();
            pendingConnections.remove(pending);
        });
        if (isOneTooMany) {
            channel.close();
        } else {
            pendingConnections.add(pending, channel.remoteAddress().getAddress());
        }
    }

    /** Closes the pending connections and accepts no more. */
    void close() {
        pendingConnections.close();
    }

    /** Connection until its first request. Runs on its event loop. */
    final class PendingConnection extends ChannelInboundHandlerAdapter implements PendingConnections.Candidate {
        private final SocketChannel channel;
        private boolean requested;
        private volatile boolean silent = true;

        PendingConnection(SocketChannel channel) {
            this.channel = channel;
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

        private void start() {
            if (!channel.isActive()) {
                return; // Closed while it was pending: a handler would never be notified.
            }
            channel.pipeline().addLast(new FirstBytes());
            SslContext tls = open.tls;
            if (tls != null) {
                channel.pipeline().addLast(handler(tls, channel));
            }
            HttpServerConnection last = maker.get();
            channel.pipeline().addLast(HttpServer.handlers(last));
            channel.pipeline().addBefore(channel.pipeline().context(last).name(), null, this);
            open.add(last, channel);
        }

        /** Records that bytes were received, below all other handlers. */
        private final class FirstBytes extends ChannelInboundHandlerAdapter {
            @Override
            public void channelRead(ChannelHandlerContext context, Object bytes) {
                silent = false;
                context.pipeline().remove(this);
                context.fireChannelRead(bytes);
            }
        }

        private static SslHandler handler(SslContext tls, SocketChannel channel) {
            return tls instanceof JdkSslContext
                    ? new OneHandshake(tls.newEngine(channel.alloc()))
                    : tls.newHandler(channel.alloc()); // BoringSSL's servers refuse to renegotiate by themselves.
        }

        @Override
        public void end(ParleyException why) {
            channel.eventLoop().execute(() -> {
                if (!requested) {
                    channel.close();
                }
            });
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (!requested && message instanceof HttpRequest) {
                requested = true;
                pendingConnections.remove(this);
            }
            context.fireChannelRead(message);
        }
    }
}
