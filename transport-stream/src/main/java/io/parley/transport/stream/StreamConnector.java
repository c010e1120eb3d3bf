package io.parley.transport.stream;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.parley.Causes;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Network;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Single connection attempt under one timeout that covers starting the loops, resolving the name, and trying its
 * addresses in turn, each with an equal share of the remaining time. TLS handshakes and upgrades have a timeout of
 * their own, during which the first is suspended: a peer in a handshake has been reached. Runs on one event loop once
 * that is chosen.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each callback ends in fail or in a connection
final class StreamConnector<T> {
    private final EventLoops loops;
    private final NameLookup names;
    private final ByteBufAllocator allocator;
    private final Address address;
    private final Address first;
    private final ChannelSettings settings;
    private final Adapter<T> adapter;
    private final @Nullable TlsMaker tls;
    private final @Nullable UpgradeRequest upgrade;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    StreamConnector(
            EventLoops loops,
            NameLookup names,
            ByteBufAllocator allocator,
            Destination destination,
            Adapter<T> adapter) {
        this.loops = loops;
        this.names = names;
        this.allocator = allocator;
        this.address = destination.address();
        this.first = destination.first();
        this.settings = destination.settings();
        this.adapter = adapter;
        this.tls = destination.tls();
        this.upgrade = destination.upgrade();
    }

    /** Creates the result from a connected socket, after TLS and upgrade. Called on the socket's event loop. */
    @FunctionalInterface
    interface Adapter<T> {
        T of(SocketChannel channel, InetSocketAddress remote, @Nullable WebSocketCodec webSocket);
    }

    /** Creates a connector for a connection of frames. */
    static StreamConnector<Connection> ofFrames(
            EventLoops loops,
            NameLookup names,
            ByteBufAllocator allocator,
            Destination destination,
            ConnectionHandler handler) {
        return new StreamConnector<>(loops, names, allocator, destination, (channel, remote, webSocket) -> {
            StreamConnection connection = new StreamConnection(
                    channel, Network.remote(remote), true, accepted -> {}, destination.tls() != null, webSocket);
            connection.start(handler, destination.settings().limits().get(Limit.FRAME_RATE));
            return connection;
        });
    }

    CompletionStage<T> connect() {
        loops.acquire().whenComplete((running, why) -> {
            if (running == null) {
                fail(why);
            } else {
                new Attempt(running, running.group().next()).start();
            }
        });
        return result.minimalCompletionStage();
    }

    /**
     * Connects on one of the loops.
     *
     * @param running loops that another user holds
     */
    CompletionStage<T> connect(EventLoops.Loops running, EventLoop on) {
        loops.retain();
        new Attempt(running, on).start();
        return result.minimalCompletionStage();
    }

    private void fail(@Nullable Throwable why) {
        loops.release();
        Throwable cause = why == null ? null : Causes.of(why);
        if (cause instanceof ParleyException coded) {
            result.completeExceptionally(coded);
            return;
        }
        boolean late = cause instanceof SocketTimeoutException
                || cause instanceof ConnectTimeoutException
                || cause instanceof SslHandshakeTimeoutException;
        result.completeExceptionally(new ParleyException(
                late ? ErrorCode.OPEN_TIMEOUT : ErrorCode.CONNECT_FAILED,
                "expected " + address + " to take a connection within "
                        + settings.connectTimeout().toMillis() + " ms, found " + found(cause)
                        + (late ? "; " + ChannelSettings.reachSettings() : ""),
                cause));
    }

    /** Describes the failure of a handshake: a certificate error says more than the exception around it. */
    private static String found(@Nullable Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateException certificate) {
                return "another certificate: " + certificate.getMessage();
            }
        }
        return Causes.text(cause);
    }

    /**
     * Part of the attempt that runs on the event loop of the new connection; all fields and methods but the
     * constructor.
     */
    private final class Attempt {
        private final EventLoops.Loops running;
        private final EventLoop loop;
        private long deadline;
        private long handshakes = settings.handshakeTimeout().toNanos();
        private @Nullable Future<?> limit;
        private @Nullable ChannelFuture connecting;
        private boolean ended;

        Attempt(EventLoops.Loops running, EventLoop loop) {
            this.running = running;
            this.loop = loop;
            this.deadline = now() + settings.connectTimeout().toNanos();
        }

        void start() {
            loop.execute(this::startLimit);
            names.addresses(first.host())
                    .whenComplete((found, why) -> loop.execute(() -> {
                        if (found == null) {
                            fails(why);
                        } else {
                            tryNext(found, 0, null);
                        }
                    }));
        }

        private void startLimit() {
            var nothing = new SocketTimeoutException("nothing in that time");
            limit = loop.schedule(() -> fails(nothing), deadline - now(), TimeUnit.NANOSECONDS);
        }

        private void stopLimit() {
            if (limit != null) {
                limit.cancel(false);
            }
        }

        private void tryNext(List<InetAddress> candidates, int index, @Nullable Throwable last) {
            if (ended) {
                return;
            }
            if (index == candidates.size()) {
                fails(last);
                return;
            }
            InetSocketAddress remote = new InetSocketAddress(candidates.get(index), first.port());
            long share = (deadline - now()) / (candidates.size() - index);
            connecting = bootstrap(share).connect(remote).addListener(done -> {
                SocketChannel channel = (SocketChannel) ((ChannelFuture) done).channel();
                if (done.isSuccess()) {
                    tunnel(channel, remote, why -> tryNext(candidates, index + 1, why));
                } else {
                    tryNext(candidates, index + 1, done.cause());
                }
            });
        }

        /** Opens a tunnel to the service, if the socket is connected to a proxy. */
        private void tunnel(SocketChannel channel, InetSocketAddress remote, Consumer<Throwable> onFailed) {
            UpgradeRequest asked = upgrade;
            if (asked == null || asked.proxy() == null) {
                secure(channel, remote, onFailed);
            } else {
                run(new ProxyTunnel(asked.authority(), asked.proxy()), channel, () -> {
                    stopLimit();
                    startLimit();
                    secure(channel, remote, onFailed);
                });
            }
        }

        private void secure(SocketChannel channel, InetSocketAddress remote, Consumer<Throwable> onFailed) {
            if (tls == null) {
                greet(channel, remote);
                return;
            }
            shakeHands(tls, channel).addListener(shaken -> {
                if (shaken.isSuccess()) {
                    greet(channel, remote);
                } else {
                    channel.close();
                    onFailed.accept(shaken.cause());
                }
            });
        }

        private io.netty.util.concurrent.Future<Channel> shakeHands(TlsMaker with, SocketChannel channel) {
            long began = now();
            stopLimit();
            SslHandler end = with.handler(channel.alloc(), Duration.ofNanos(handshakes));
            channel.pipeline().addFirst(end);
            return end.handshakeFuture().addListener(shaken -> {
                long took = now() - began;
                handshakes -= took;
                deadline += took;
                startLimit();
            });
        }

        private void greet(SocketChannel channel, InetSocketAddress remote) {
            UpgradeRequest asked = upgrade;
            if (asked == null || ended) {
                succeed(channel, remote, null);
            } else {
                run(
                        new UpgradeGreeting(asked),
                        channel,
                        () -> succeed(channel, remote, new WebSocketCodec(asked.keepAlive())));
            }
        }

        /** Runs a step within the remaining handshake timeout, since a peer that responds has been reached. */
        private void run(ConnectStep step, SocketChannel channel, Runnable then) {
            if (ended) {
                channel.close();
                return;
            }
            stopLimit();
            var nothing = new SocketTimeoutException("no answer to its request in " + handshakes / 1_000_000 + " ms");
            limit = loop.schedule(() -> fails(nothing), handshakes, TimeUnit.NANOSECONDS);
            step.start(channel, new ConnectStep.Callback() {
                @Override
                public void onSuccess() {
                    then.run();
                }

                @Override
                public void onFailure(Throwable why) {
                    fails(why);
                }
            });
        }

        private void fails(@Nullable Throwable why) {
            if (end()) {
                if (connecting != null) {
                    connecting.channel().close();
                }
                fail(why);
            }
        }

        private void succeed(SocketChannel channel, InetSocketAddress remote, @Nullable WebSocketCodec webSocket) {
            if (end()) {
                channel.closeFuture().addListener(closed -> loops.release());
                result.complete(adapter.of(channel, remote, webSocket));
            } else {
                channel.close();
            }
        }

        /** Ends the attempt; returns whether this is its first end, the only one that counts. */
        private boolean end() {
            boolean first = !ended;
            ended = true;
            stopLimit();
            return first;
        }

        private Bootstrap bootstrap(long shareNanos) {
            long share = Math.max(1, TimeUnit.NANOSECONDS.toMillis(shareNanos));
            int millis = (int) Math.min(Integer.MAX_VALUE, share);
            return new Bootstrap()
                    .group(loop)
                    .channelFactory(running.transport().sockets())
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis)
                    .option(ChannelOption.ALLOCATOR, allocator)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.SO_KEEPALIVE, true)
                    .option(ChannelOption.WRITE_BUFFER_WATER_MARK, StreamWriter.SOCKET_MARKS)
                    // The reader is added once the socket is connected: the layer above must not see failed attempts.
                    .handler(new Placeholder());
        }

        private long now() {
            return LoopClock.nanoTime(loop);
        }
    }

    /** Placeholder until the reader is added; the failed future reports the error. */
    private static final class Placeholder extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
