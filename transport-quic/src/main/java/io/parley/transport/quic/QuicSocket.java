package io.parley.transport.quic;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionIdGenerator;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.util.ReferenceCountUtil;
import io.parley.Causes;
import io.parley.Limit;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.channel.PendingConnections;
import io.parley.channel.Protection;
import io.parley.transport.stream.EventLoops;
import io.parley.transport.stream.LoopClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A UDP port that accepts QUIC connections. All of them use the event loop of its socket, which stays open until the
 * last connection is closed. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure closes the connection, and its handler is notified
final class QuicSocket implements Listener {
    private static final int LONG_HEADER_OF_INITIAL = 0xC0;
    private static final int KIND_BITS = 0xF0;

    private final String host;
    private final ChannelSettings settings;
    private final Function<Connection, ConnectionHandler> acceptor;
    private final AcceptingTls tls;
    private final EventLoop loop;
    private final PendingConnections pendingConnections;
    private final PortChanges ports;
    /** Used on the event loop, like the next field. */
    private final Handshakes handshakes;

    private boolean closed;
    private final AtomicInteger connections = new AtomicInteger();

    private volatile Channel socket;

    @SuppressWarnings("NullAway.Init") // the socket is bound before the object is published
    private QuicSocket(
            String host,
            ChannelSettings settings,
            Function<Connection, ConnectionHandler> acceptor,
            AcceptingTls tls,
            EventLoop loop) {
        this.host = host;
        this.settings = settings;
        this.acceptor = acceptor;
        this.tls = tls;
        this.loop = loop;
        this.ports = new PortChanges(() -> LoopClock.nanoTime(loop));
        this.handshakes = new Handshakes(settings.limits());
        this.pendingConnections = new PendingConnections(
                settings.limits(),
                () -> LoopClock.nanoTime(loop),
                look -> loop.schedule(look, PendingConnections.CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
    }

    /**
     * Binds the port.
     *
     * @param onClosed called once the socket is gone
     * @throws IOException if it cannot be bound
     */
    static QuicSocket open(
            Address bind,
            ChannelSettings settings,
            Function<Connection, ConnectionHandler> acceptor,
            AcceptingTls tls,
            EventLoops.Loops running,
            Runnable onClosed)
            throws IOException {
        EventLoop loop = running.group().next();
        QuicSocket listener = new QuicSocket(bind.host(), settings, acceptor, tls, loop);
        ChannelFuture bound = new Bootstrap()
                .group(loop)
                .channelFactory(running.datagrams())
                .option(ChannelOption.ALLOCATOR, ByteBufAllocator.DEFAULT)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        socket.pipeline().addLast(listener.ports, listener.codec());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getByName(bind.host()), bind.port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("cannot listen on " + bind + ": " + Causes.text(bound.cause()), bound.cause());
        }
        listener.socket = bound.channel();
        QuicTransport.socketOptions(listener.socket);
        listener.socket.closeFuture().addListener(gone -> {
            listener.pendingConnections.close();
            onClosed.run();
        });
        return listener;
    }

    private ChannelHandler codec() {
        QuicConnectionIdGenerator ids = QuicConnectionIdGenerator.signGenerator();
        return QuicTransport.parameters(new QuicServerCodecBuilder(), settings.limits(), 1, QuicTransport.PATHS)
                .sslContext(tls.context())
                .connectionIdAddressGenerator(ids)
                .tokenHandler(new AddressTokens(ids, () -> LoopClock.nanoTime(loop), handshakes::mayBegin))
                .handler(new ChannelInitializer<QuicChannel>() {
                    @Override
                    protected void initChannel(QuicChannel quic) {
                        QuicDatagrams datagrams = new QuicDatagrams(quic);
                        PendingConnection pending = new PendingConnection(quic, datagrams, QuicSocket.this);
                        quic.pipeline().addLast(datagrams, pending);
                        pending.start();
                    }
                })
                .streamHandler(PendingConnection.streams())
                .build();
    }

    PendingConnections pendingConnections() {
        return pendingConnections;
    }

    PortChanges ports() {
        return ports;
    }

    ConnectionHandler handler(Connection connection) {
        return acceptor.apply(connection);
    }

    long minimumRate() {
        return settings.limits().get(Limit.FRAME_RATE);
    }

    long openMillis() {
        return settings.limits().get(Limit.OPEN_MILLIS);
    }

    /** Returns the number of QUIC connections, including those in a handshake. */
    int connections() {
        return connections.get();
    }

    void arrived(InetAddress from) {
        connections.incrementAndGet();
        handshakes.begin(from);
    }

    /** Records that the first stream of a connection was opened, or that the connection is closed. */
    void shaken(InetAddress from) {
        handshakes.end(from);
    }

    void left() {
        connections.decrementAndGet();
        closeIfUnused();
    }

    @Override
    public Address address() {
        return new Address(host, ((InetSocketAddress) socket.localAddress()).getPort());
    }

    @Override
    public String certificate() {
        return tls.certificate();
    }

    @Override
    public void renew(Protection.Certified certified) {
        tls.renew(certified);
    }

    /** Closes the listener; the port is released when its last connection is closed. */
    @Override
    public void close() {
        if (!socket.isOpen()) {
            return;
        }
        var done = loop.submit(() -> {
            if (!closed) {
                closed = true;
                socket.pipeline().addFirst(new Closed());
                pendingConnections.close();
                closeIfUnused();
            }
        });
        if (!loop.inEventLoop()) {
            done.awaitUninterruptibly();
        }
    }

    private void closeIfUnused() {
        if (closed && connections.get() == 0) {
            socket.close();
        }
    }

    /** Drops first packets of new connections. */
    private static final class Closed extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object packet) {
            ByteBuf bytes = ((DatagramPacket) packet).content();
            boolean begins =
                    bytes.isReadable() && (bytes.getByte(bytes.readerIndex()) & KIND_BITS) == LONG_HEADER_OF_INITIAL;
            if (begins) {
                ReferenceCountUtil.release(packet);
            } else {
                context.fireChannelRead(packet);
            }
        }
    }
}
