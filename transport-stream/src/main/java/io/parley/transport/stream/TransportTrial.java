package io.parley.transport.stream;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Trial of a transport: sends one byte to itself over loopback. A native transport whose library does not match its
 * classes reports that it is available and fails only when a socket is used, so it has to be used once before it is
 * trusted.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure reaches exceptionCaught or the timeout
final class TransportTrial {
    /** Generous: a mismatched library fails at once, but a cold, busy JVM is slow. */
    private static final long LIMIT_SECONDS = 10;

    private final Transport transport;
    private final EventLoopGroup group;
    private final CompletableFuture<Void> passed = new CompletableFuture<>();

    private TransportTrial(Transport transport, EventLoopGroup group) {
        this.transport = transport;
        this.group = group;
    }

    /**
     * Runs the trial.
     *
     * @return completes when the byte came back; exceptionally with any failure, after ten seconds at the latest
     */
    static CompletableFuture<Void> run(Transport transport) {
        try {
            TransportTrial trial =
                    new TransportTrial(transport, transport.groups().apply(1));
            return trial.start();
        } catch (RuntimeException | LinkageError e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a late timeout changes nothing
    private CompletableFuture<Void> start() {
        // On its own loop: the JDK's timeout thread would keep the caller's class loader for the life of the JVM.
        group.schedule(() -> passed.completeExceptionally(new TimeoutException()), LIMIT_SECONDS, TimeUnit.SECONDS);
        CompletableFuture<Void> result =
                passed.whenComplete((done, why) -> group.shutdownGracefully(0, LIMIT_SECONDS, TimeUnit.SECONDS));
        group.execute(this::listen); // on its loop, since creating a channel leaves Netty caches in the thread
        return result;
    }

    private void listen() {
        try {
            new ServerBootstrap()
                    .group(group)
                    .channelFactory(transport.serverSockets())
                    .childHandler(new Echo())
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .addListener(bound -> then((ChannelFuture) bound, this::connect));
        } catch (RuntimeException | LinkageError e) {
            passed.completeExceptionally(e);
        }
    }

    private void connect(SocketAddress bound) {
        new Bootstrap()
                .group(group)
                .channelFactory(transport.sockets())
                .handler(new Expect())
                .connect(bound)
                .addListener(connected -> then((ChannelFuture) connected, remote -> {}));
    }

    private void then(ChannelFuture done, Consumer<SocketAddress> next) {
        if (!done.isSuccess()) {
            passed.completeExceptionally(done.cause());
            return;
        }
        try {
            next.accept(done.channel().localAddress());
        } catch (RuntimeException | LinkageError e) {
            passed.completeExceptionally(e);
        }
    }

    /** Sends received bytes back. */
    @ChannelHandler.Sharable
    private final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object in) {
            ctx.writeAndFlush(in);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            passed.completeExceptionally(cause);
        }
    }

    /** Sends a byte and waits for one. */
    private final class Expect extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.writeAndFlush(Unpooled.buffer(1).writeByte(1));
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object in) {
            ((ByteBuf) in).release();
            passed.complete(null);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            passed.completeExceptionally(cause);
        }
    }
}
