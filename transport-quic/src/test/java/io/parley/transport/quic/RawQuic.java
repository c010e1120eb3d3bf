package io.parley.transport.quic;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A QUIC client other than Parley's, which may violate the protocol. */
final class RawQuic implements AutoCloseable {
    private static final int SECONDS = 20;

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    final CompletableFuture<QuicConnectionCloseEvent> closedByPeer = new CompletableFuture<>();
    private final List<Channel> sockets = new ArrayList<>();
    private final String protocol;

    /** @param protocol the ALPN protocol that it requests */
    RawQuic(String protocol) {
        this.protocol = protocol;
    }

    /** Returns the established connection; throws if it fails. */
    QuicChannel connect(InetSocketAddress to) throws Exception {
        return connecting(to, Integer.MAX_VALUE).get(SECONDS, TimeUnit.SECONDS);
    }

    /** Starts to connect; receives at most this number of datagrams and drops the others. */
    io.netty.util.concurrent.Future<QuicChannel> connecting(InetSocketAddress to, int hears) throws Exception {
        QuicSslContext context = QuicSslContextBuilder.forClient()
                .trustManager(InsecureTrustManagerFactory.INSTANCE)
                .endpointIdentificationAlgorithm(null)
                .applicationProtocols(protocol)
                .build();
        Channel socket = new Bootstrap()
                .group(loops)
                .channel(NioDatagramChannel.class)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new Deaf(hears),
                                        new QuicClientCodecBuilder()
                                                .sslContext(context)
                                                .maxIdleTimeout(30, TimeUnit.SECONDS)
                                                .initialMaxData(1_000_000)
                                                .initialMaxStreamDataBidirectionalLocal(1_000_000)
                                                .build());
                    }
                })
                .bind(0)
                .sync()
                .channel();
        sockets.add(socket);
        return QuicChannel.newBootstrap(socket)
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void userEventTriggered(ChannelHandlerContext context, Object event) {
                        if (event instanceof QuicConnectionCloseEvent closed) {
                            closedByPeer.complete(closed);
                        }
                        context.fireUserEventTriggered(event);
                    }
                })
                .streamHandler(new ChannelInboundHandlerAdapter())
                .remoteAddress(to)
                .connect();
    }

    @Override
    public void close() {
        sockets.forEach(socket -> socket.close().awaitUninterruptibly());
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private static final class Deaf extends ChannelInboundHandlerAdapter {
        private int left;

        Deaf(int left) {
            this.left = left;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object packet) {
            if (left > 0) {
                left--;
                context.fireChannelRead(packet);
            } else {
                ReferenceCountUtil.release(packet);
            }
        }
    }
}
