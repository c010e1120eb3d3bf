package io.parley.transport.stream;

import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.Listener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A stream factory of one test on loopback, with a listener whose accepted peers are queued. */
@SuppressWarnings("FutureReturnValueIgnored") // the shutdown is awaited by its effect
final class Loopback implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(1);

    final MockTicker ticker;
    final CountingAllocator allocator;
    final EventLoops loops;
    final StreamConnectionFactory factory;
    final BlockingQueue<Peer> accepted = new LinkedBlockingQueue<>();
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private @Nullable Listener listener;
    private final List<EventLoopGroup> groups = new CopyOnWriteArrayList<>();

    /** Creates a factory on the machine's clock. */
    static Loopback on(Transport transport) {
        return new Loopback(transport, null, NameLookup.shared());
    }

    /** Creates a factory on a clock that is stopped until {@link #advance}. */
    static Loopback onStoppedClock(Transport transport) {
        return new Loopback(transport, Ticker.newMockTicker(), NameLookup.shared());
    }

    static Loopback naming(Transport transport, NameLookup names) {
        return new Loopback(transport, null, names);
    }

    /** Returns all transports that work on this machine. */
    static Stream<Transport> transports() {
        return Stream.of(Transport.nio(), Transport.epoll())
                .filter(transport -> transport.available().getAsBoolean());
    }

    private Loopback(Transport transport, @Nullable MockTicker ticker, NameLookup names) {
        this.ticker = ticker == null ? Ticker.newMockTicker() : ticker;
        this.allocator = new CountingAllocator();
        Transport used = ticker == null ? transport : clocked(transport, ticker);
        this.loops = new EventLoops(() -> CompletableFuture.completedFuture(recorded(used)));
        this.factory = new StreamConnectionFactory(loops, names, allocator);
    }

    Address listen(Limits limits) throws IOException {
        return listen(settings(limits));
    }

    Address listen(ChannelSettings settings) throws IOException {
        Listener made = factory.listen(new Address("127.0.0.1", 0), settings, connection -> {
            Peer peer = new Peer();
            connections.add(connection);
            peer.connection.complete(connection);
            accepted.add(peer);
            return peer;
        });
        listener = made;
        return made.address();
    }

    Address listen() throws IOException {
        return listen(Limits.defaults());
    }

    /** Connects, and completes the peer with its connection. */
    Peer connect(Address address) {
        Peer peer = new Peer();
        peer.connection.complete(connectAs(address, peer));
        return peer;
    }

    Connection connectAs(Address address, Peer peer) {
        Connection connection = factory.connect(address, settings(Limits.defaults()), peer)
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
        connections.add(connection);
        return connection;
    }

    Peer nextAccepted() throws InterruptedException {
        Peer peer = accepted.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (peer == null) {
            throw new AssertionError("nothing was accepted");
        }
        return peer;
    }

    Socket rawSocket(Address address) throws IOException {
        Socket socket = new Socket(InetAddress.getByName(address.host()), address.port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** Advances the clock of the event loops, and waits until each has looked at it. */
    void advance(Duration time) {
        ticker.advance(time.toNanos(), TimeUnit.NANOSECONDS);
        for (EventLoopGroup group : groups) {
            group.forEach(loop -> loop.submit(() -> {}).syncUninterruptibly());
            group.forEach(loop -> loop.submit(() -> {}).syncUninterruptibly());
        }
    }

    /** Returns the number of bytes that the factory's connections allocated, including released ones. */
    long allocated() {
        return allocator.allocated();
    }

    void closeListener() {
        if (listener != null) {
            listener.close();
        }
    }

    static ChannelSettings settings(Limits limits) {
        return new ChannelSettings(limits, PATIENCE);
    }

    @Override
    public void close() {
        closeListener();
        connections.forEach(connection -> ((StreamConnection) connection).abort(new IOException("the test is over")));
        await().atMost(PATIENCE).until(() -> loops.users() == 0);
        groups.forEach(group -> group.shutdownGracefully(0, 5, TimeUnit.SECONDS));
        await().atMost(PATIENCE).until(() -> {
            // Loops on a stopped clock would wait forever for the end of their quiet period, although it is zero.
            ticker.advance(1, TimeUnit.SECONDS);
            return groups.stream().allMatch(EventLoopGroup::isTerminated);
        });
    }

    private Transport recorded(Transport transport) {
        return new Transport(
                transport.name(),
                transport.available(),
                threads -> {
                    EventLoopGroup group = transport.groups().apply(threads);
                    groups.add(group);
                    return group;
                },
                transport.sockets(),
                transport.serverSockets(),
                transport.datagrams());
    }

    private static Transport clocked(Transport transport, Ticker ticker) {
        IoHandlerFactory io =
                transport.name().equals("epoll") ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new Transport(
                transport.name(),
                transport.available(),
                threads -> new ClockedLoops(threads, io, ticker),
                transport.sockets(),
                transport.serverSockets(),
                transport.datagrams());
    }

    /** Event loops on an injected clock. */
    private static final class ClockedLoops extends MultiThreadIoEventLoopGroup {
        ClockedLoops(int threads, IoHandlerFactory io, Ticker ticker) {
            super(threads, (Executor) null, io, ticker);
        }

        @Override
        protected IoEventLoop newChild(Executor executor, IoHandlerFactory io, Object... args) {
            Ticker ticker = (Ticker) args[0];
            return new SingleThreadIoEventLoop(this, executor, io) {
                @Override
                public Ticker ticker() {
                    // The superclass calls this from its constructor, before fields are set.
                    return ticker;
                }
            };
        }
    }
}
