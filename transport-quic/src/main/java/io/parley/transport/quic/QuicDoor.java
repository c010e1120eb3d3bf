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
import io.parley.Limit;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.channel.Newcomers;
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
 * A UDP port where QUIC connections come in. All of them live on one event loop, that of its socket, which stays open until the last
 * of them is gone. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails here ends the connection, and its handler tells
final class QuicDoor implements Listener {
    private static final int LONG_HEADER_OF_INITIAL = 0xC0;
    private static final int KIND_BITS = 0xF0;

    private final String host;
    private final ChannelSettings settings;
    private final Function<Connection, ConnectionHandler> acceptor;
    private final AcceptingTls tls;
    private final EventLoop loop;
    private final Newcomers newcomers;
    private final PortChanges ports;
    /** On the event loop, as is the next. */
    private final Handshakes handshakes;

    private boolean closed;
    private final AtomicInteger connections = new AtomicInteger();

    private volatile Channel socket;

    @SuppressWarnings("NullAway.Init") // the socket is bound before anybody else has this
    private QuicDoor(
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
        this.newcomers = new Newcomers(
                settings.limits(),
                () -> LoopClock.nanoTime(loop),
                look -> loop.schedule(look, Newcomers.LOOK.toMillis(), TimeUnit.MILLISECONDS));
    }

    /**
     * Binds the port.
     *
     * @param onClosed called once the socket is gone
     * @throws IOException if it cannot be bound
     */
    static QuicDoor open(
            Address bind,
            ChannelSettings settings,
            Function<Connection, ConnectionHandler> acceptor,
            AcceptingTls tls,
            EventLoops.Loops running,
            Runnable onClosed)
            throws IOException {
        EventLoop loop = running.group().next();
        QuicDoor door = new QuicDoor(bind.host(), settings, acceptor, tls, loop);
        ChannelFuture bound = new Bootstrap()
                .group(loop)
                .channelFactory(running.datagrams())
                .option(ChannelOption.ALLOCATOR, ByteBufAllocator.DEFAULT)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        socket.pipeline().addLast(door.ports, door.codec());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getByName(bind.host()), bind.port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("cannot listen on " + bind + ": " + bound.cause(), bound.cause());
        }
        door.socket = bound.channel();
        QuicTransport.socketOptions(door.socket);
        door.socket.closeFuture().addListener(gone -> {
            door.newcomers.close();
            onClosed.run();
        });
        return door;
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
                        Arrival arrival = new Arrival(quic, datagrams, QuicDoor.this);
                        quic.pipeline().addLast(datagrams, arrival);
                        arrival.start();
                    }
                })
                .streamHandler(Arrival.streams())
                .build();
    }

    Newcomers newcomers() {
        return newcomers;
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

    /** Returns how many QUIC connections stand or shake hands. */
    int connections() {
        return connections.get();
    }

    void arrived(InetAddress from) {
        connections.incrementAndGet();
        handshakes.begin(from);
    }

    /** The first stream of one came, or none will. */
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

    /** The port is free once the connections that stand are gone. */
    @Override
    public void close() {
        if (!socket.isOpen()) {
            return;
        }
        var done = loop.submit(() -> {
            if (!closed) {
                closed = true;
                socket.pipeline().addFirst(new Closed());
                newcomers.close();
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

    /** Lets nobody begin a connection any more. */
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
