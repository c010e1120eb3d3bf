package io.parley.transport.quic;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.parley.Causes;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Network;
import io.parley.transport.stream.EventLoops;
import io.parley.transport.stream.FramedChannel;
import io.parley.transport.stream.LoopClock;
import io.parley.transport.stream.NameLookup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to connect by QUIC. A packet must arrive from one of the addresses within the connect limit, of which
 * each has an equal share; then the handshake limit applies. If nothing arrives, UDP may be blocked. Each connection
 * has its own UDP socket.
 */
@SuppressWarnings("FutureReturnValueIgnored") // each callback ends in fail or in a connection
final class QuicConnecting {
    private static final int NONE = 0;

    private final EventLoops loops;
    private final NameLookup names;
    private final Address address;
    private final ChannelSettings settings;
    private final ConnectionHandler handler;
    private final ConnectingTls tls;
    private final CompletableFuture<Connection> result = new CompletableFuture<>();

    QuicConnecting(
            EventLoops loops,
            NameLookup names,
            Address address,
            ChannelSettings settings,
            ConnectionHandler handler,
            ConnectingTls tls) {
        this.loops = loops;
        this.names = names;
        this.address = address;
        this.settings = settings;
        this.handler = handler;
        this.tls = tls;
    }

    CompletionStage<Connection> connect() {
        loops.acquire().whenComplete((running, why) -> {
            if (running == null) {
                fail(Causes.of(why), false);
            } else {
                new Attempt(running).start();
            }
        });
        return result.minimalCompletionStage();
    }

    /**
     * Fails the attempt.
     *
     * @param heard whether a packet arrived from one of the addresses
     */
    private void fail(@Nullable Throwable cause, boolean heard) {
        loops.release();
        if (cause instanceof ParleyException coded) {
            result.completeExceptionally(coded);
            return;
        }
        boolean late = heard && cause instanceof SocketTimeoutException;
        Throwable certificate = tls.refusal();
        String found = certificate != null
                ? "another certificate: " + certificate.getMessage()
                : heard
                        ? Causes.text(cause)
                        : "no answer, perhaps because UDP is blocked on the way: " + Causes.text(cause);
        result.completeExceptionally(new ParleyException(
                late ? ErrorCode.OPEN_TIMEOUT : ErrorCode.CONNECT_FAILED,
                "expected " + address + " to take a QUIC connection within "
                        + settings.connectTimeout().toMillis() + " ms, found " + found
                        + (cause instanceof SocketTimeoutException ? "; " + ChannelSettings.reachSettings() : ""),
                certificate == null ? cause : certificate));
    }

    /** The part of the attempt that runs on the connection's event loop. */
    private final class Attempt {
        private final EventLoops.Loops running;
        private final EventLoop loop;
        private final long deadline;
        private @Nullable Future<?> limit;
        private @Nullable Channel socket;
        private boolean heard;
        private boolean over;

        Attempt(EventLoops.Loops running) {
            this.running = running;
            this.loop = running.group().next();
            this.deadline = now() + settings.connectTimeout().toNanos();
        }

        void start() {
            loop.execute(() -> limit(deadline - now(), () -> fails(nothing())));
            names.addresses(address.host())
                    .whenComplete((found, why) -> loop.execute(() -> {
                        if (found == null) {
                            fails(Causes.of(why));
                        } else {
                            tryNext(found, 0, null);
                        }
                    }));
        }

        private void limit(long nanos, Runnable end) {
            stopLimit();
            limit = loop.schedule(end, nanos, TimeUnit.NANOSECONDS);
        }

        private void stopLimit() {
            if (limit != null) {
                limit.cancel(false);
            }
        }

        private void tryNext(List<InetAddress> candidates, int index, @Nullable Throwable last) {
            if (over) {
                return;
            }
            if (index == candidates.size()) {
                fails(last);
                return;
            }
            InetSocketAddress remote = new InetSocketAddress(candidates.get(index), address.port());
            long share = (deadline - now()) / (candidates.size() - index);
            Bound attempt = new Bound(remote, why -> tryNext(candidates, index + 1, why));
            limit(share, () -> attempt.fails(nothing()));
            attempt.bind();
        }

        private SocketTimeoutException nothing() {
            return new SocketTimeoutException("nothing in that time");
        }

        private void fails(@Nullable Throwable why) {
            if (end()) {
                if (socket != null) {
                    socket.close();
                }
                fail(why, heard);
            }
        }

        private void stands(MultiStreamConnection tracks, QuicDatagrams datagrams, Channel on) {
            if (end()) {
                on.closeFuture().addListener(closed -> loops.release());
                tracks.start(handler, settings.limits().get(Limit.FRAME_RATE));
                datagrams.handTo(handler);
                result.complete(datagrams.beside(tracks));
            } else {
                on.close();
            }
        }

        /** Marks the attempt as finished; returns whether it was not before. */
        private boolean end() {
            boolean first = !over;
            over = true;
            stopLimit();
            return first;
        }

        private long now() {
            return LoopClock.nanoTime(loop);
        }

        /** The attempt with one address, on its own socket. */
        private final class Bound extends ChannelInboundHandlerAdapter {
            private final InetSocketAddress remote;
            private final Consumer<@Nullable Throwable> next;
            private final UnansweredDatagrams sent = new UnansweredDatagrams();
            private boolean ended;
            private @Nullable QuicDatagrams datagrams;

            Bound(InetSocketAddress remote, Consumer<@Nullable Throwable> next) {
                this.remote = remote;
                this.next = next;
            }

            void bind() {
                ChannelFuture bound = new Bootstrap()
                        .group(loop)
                        .channelFactory(running.datagrams())
                        .option(ChannelOption.ALLOCATOR, ByteBufAllocator.DEFAULT)
                        .handler(new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel channel) {
                                channel.pipeline().addLast(Bound.this, sent, codec());
                            }
                        })
                        .bind(0);
                socket = bound.channel();
                bound.addListener(done -> {
                    if (done.isSuccess()) {
                        QuicTransport.socketOptions(bound.channel());
                        shakeHands(bound.channel());
                    } else {
                        fails(done.cause());
                    }
                });
            }

            /** Handles the first received packet: the address is reached, and the handshake limit starts. */
            @Override
            public void channelRead(ChannelHandlerContext context, Object packet) {
                if (!over && !ended) {
                    heard = true;
                    var late = new SocketTimeoutException(
                            "no handshake in " + settings.handshakeTimeout().toMillis() + " ms");
                    limit(settings.handshakeTimeout().toNanos(), () -> fails(late));
                }
                context.pipeline().remove(this);
                context.fireChannelRead(packet);
            }

            private ChannelHandler codec() {
                return QuicTransport.parameters(
                                new QuicClientCodecBuilder(), settings.limits(), NONE, QuicTransport.CONNECTION_IDS)
                        .maxAckDelay(QuicTransport.ACK_MILLIS, TimeUnit.MILLISECONDS)
                        .sslEngineProvider(tls::engine)
                        .build();
            }

            private void shakeHands(Channel on) {
                QuicChannel.newBootstrap(on)
                        .handler(new ChannelInitializer<QuicChannel>() {
                            @Override
                            protected void initChannel(QuicChannel quic) {
                                QuicDatagrams own = new QuicDatagrams(quic);
                                datagrams = own;
                                quic.pipeline().addLast(own);
                            }
                        })
                        .streamHandler(MultiStreamConnection.streams(Bound::unexpected))
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                        .remoteAddress(remote)
                        .connect()
                        .addListener(done -> {
                            if (!done.isSuccess()) {
                                fails(done.cause());
                                return;
                            }
                            QuicChannel quic = (QuicChannel) done.getNow();
                            quic.closeFuture().addListener(closed -> on.close());
                            QuicTransport.segments(quic);
                            openStream(quic, on);
                        });
            }

            private void openStream(QuicChannel quic, Channel on) {
                int agreed = QuicTransport.tracks(quic.sslEngine());
                if (agreed == 0) {
                    var other = new ParleyException(
                            ErrorCode.PROTOCOL,
                            "expected the protocol " + QuicTransport.PROTOCOL + " at " + address
                                    + ", found another or none");
                    QuicTransport.close(quic, other);
                    fails(other);
                    return;
                }
                QuicDatagrams own = Objects.requireNonNull(datagrams);
                MultiStreamConnection tracks =
                        new MultiStreamConnection(quic, Network.remote(remote), new AddressProbes(quic, own, sent));
                if (agreed == 1) {
                    tracks.useOne();
                }
                StreamEnd end = new StreamEnd(Network.remote(remote), tracks, () -> {});
                quic.createStream(QuicStreamType.BIDIRECTIONAL, new ChannelInitializer<QuicStreamChannel>() {
                            @Override
                            protected void initChannel(QuicStreamChannel stream) {
                                stream.config().setAllowHalfClosure(true);
                                tracks.watch(stream);
                                stream.pipeline().addLast(end, new GatheredWrites());
                            }
                        })
                        .addListener(done -> {
                            if (!done.isSuccess()) {
                                fails(done.cause());
                                return;
                            }
                            QuicStreamChannel stream = (QuicStreamChannel) done.getNow();
                            if (!stream.isActive()) {
                                fails(new ClosedChannelException());
                                return;
                            }
                            FramedChannel framed =
                                    FramedChannel.of(stream, Network.remote(remote), true, accepted -> {});
                            end.of(framed);
                            tracks.of(framed, stream);
                            stream.writeAndFlush(Unpooled.directBuffer(1).writeByte(QuicTransport.FRAMES));
                            ended = true;
                            stands(tracks, own, on);
                        });
            }

            /** Rejects a bidirectional stream of the accepting side, which the transport parameters do not permit. */
            private static void unexpected(QuicStreamChannel stream) {
                QuicTransport.close(
                        stream.parent(),
                        new ParleyException(ErrorCode.PROTOCOL, "QUIC: expected no such stream of the accepting side"));
            }

            private void fails(@Nullable Throwable why) {
                if (!ended) {
                    ended = true;
                    if (socket != null) {
                        socket.close();
                    }
                    next.accept(why);
                }
            }
        }
    }
}
