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
import io.parley.channel.Newcomers;
import io.parley.transport.stream.OneHandshake;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Entrance of a server's connections. Those that sent no whole head yet are newcomers, of which a limited number is
 * read at a time; a connection beyond the server's maximum is closed at once. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class Entrance extends ChannelInitializer<SocketChannel> {
    private static final int MOST_CONNECTIONS = 4096;

    private final HttpServer.Open open;
    private final Supplier<HttpServerConnection> maker;
    private final Newcomers newcomers;
    private final AtomicInteger connections = new AtomicInteger();

    /**
     * @param clock has the time and runs what is due
     * @param maker makes what serves a connection
     */
    Entrance(HttpServer.Open open, Limits limits, EventLoop clock, Supplier<HttpServerConnection> maker) {
        this.open = open;
        this.maker = maker;
        this.newcomers = new Newcomers(
                limits,
                System::nanoTime,
                look -> clock.schedule(look, Newcomers.LOOK.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    protected void initChannel(SocketChannel channel) {
        Arrival arrival = new Arrival(channel);
        boolean isOneTooMany = connections.incrementAndGet() > MOST_CONNECTIONS;
        channel.closeFuture().addListener(closed -> {
            connections.decrementAndGet();
            newcomers.remove(arrival);
        });
        if (isOneTooMany) {
            channel.close();
        } else {
            newcomers.add(arrival, channel.remoteAddress().getAddress());
        }
    }

    /** Closes the waiting connections and accepts no more. */
    void close() {
        newcomers.close();
    }

    /** A connection until its first request. Lives on its event loop. */
    final class Arrival extends ChannelInboundHandlerAdapter implements Newcomers.Newcomer {
        private final SocketChannel channel;
        private boolean asked;
        private volatile boolean silent = true;

        Arrival(SocketChannel channel) {
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
                return; // It was closed while it waited: a handler would never hear of that.
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

        /** Below all else, until something comes. */
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
                if (!asked) {
                    channel.close();
                }
            });
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (!asked && message instanceof HttpRequest) {
                asked = true;
                newcomers.remove(this);
            }
            context.fireChannelRead(message);
        }
    }
}
