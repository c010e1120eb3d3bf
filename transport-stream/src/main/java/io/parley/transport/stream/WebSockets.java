package io.parley.transport.stream;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.parley.Causes;
import io.parley.ErrorCode;
import io.parley.ForeignThread;
import io.parley.ParleyException;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Network;
import io.parley.channel.http.Affinity;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connections of the websocket channel: those of the stream channel, with WebSocket framing. The HTTP side provides the
 * upgrade.
 */
public final class WebSockets {
    private static final boolean CAN_CONNECT = isStrict();

    private WebSockets() {}

    /**
     * Settings of a socket whose upgrade was granted.
     *
     * @param secure true if TLS is the first of its handlers
     * @param minimumRate of a frame, in bytes per second
     * @param keepAlive longest time for which this side is silent
     * @param onAccepted called once the layer above accepts the connection
     * @param acceptor creates the handler of the connection; must not block
     */
    public record Accepting(
            boolean secure,
            long minimumRate,
            Duration keepAlive,
            Consumer<Connection> onAccepted,
            Function<Connection, ConnectionHandler> acceptor) {}

    /**
     * Creates a connection on a socket whose upgrade was granted. On the socket's event loop; nothing is written before
     * the caller has sent its response and removed its handlers.
     */
    public static void accept(SocketChannel channel, Accepting how) {
        accept(channel, Network.remote(channel.remoteAddress()), how);
    }

    private static void accept(SocketChannel channel, String remote, Accepting how) {
        channel.config().setWriteBufferWaterMark(StreamWriter.SOCKET_MARKS).setKeepAlive(true);
        StreamConnection connection = new StreamConnection(
                channel, remote, false, how.onAccepted()::accept, how.secure(), new WebSocketCodec(how.keepAlive()));
        connection.start(how.acceptor().apply(connection), how.minimumRate());
    }

    /**
     * Creates a connection on a socket that a container handed over. Any thread; bytes are read once the container
     * signals them.
     *
     * @param remote the peer, for logs
     * @param gone runs once the connection is closed
     * @return receives the container's events
     */
    @SuppressWarnings("FutureReturnValueIgnored") // a channel that cannot be registered is closed
    public static ContainerSocket.Signals accept(ContainerSocket socket, String remote, Accepting how, Runnable gone) {
        ContainerSocket.Direct direct = socket.direct();
        if (direct != null) {
            return ForeignThread.make(
                    () -> DirectSocket.takeOver(socket, direct, gone, channel -> accept(channel, remote, how)));
        }
        ContainerChannel channel = ForeignThread.make(() -> new ContainerChannel(socket, remote));
        channel.closeFuture().addListener(closed -> gone.run());
        EventLoops loops = EventLoops.shared();
        loops.acquire().whenComplete((running, why) -> {
            if (running == null) {
                loops.release();
                socket.close();
                gone.run();
                return;
            }
            channel.closeFuture().addListener(closed -> loops.release());
            running.group().next().register(channel).addListener(registered -> {
                if (registered.isSuccess()) {
                    begin(channel, remote, how);
                } else {
                    socket.close();
                }
            });
        });
        return channel;
    }

    private static void begin(ContainerChannel channel, String remote, Accepting how) {
        // Nothing is read before the channel starts; the handler may stop the reading at once.
        channel.config().setWriteBufferWaterMark(StreamWriter.SOCKET_MARKS).setAutoRead(true);
        StreamConnection connection = new StreamConnection(
                channel, remote, false, how.onAccepted()::accept, how.secure(), new WebSocketCodec(how.keepAlive()));
        connection.start(how.acceptor().apply(connection), how.minimumRate());
        channel.start();
    }

    /**
     * Returns whether {@link #connect} works with the Netty on the class path: earlier versions parse HTTP less
     * strictly (ADR 53).
     */
    public static boolean canConnect() {
        return CAN_CONNECT;
    }

    private static boolean isStrict() {
        try {
            return UpgradeGreeting.decoding() != null && !SslHandler.class.isInterface(); // from two jars
        } catch (LinkageError e) {
            return false;
        }
    }

    /**
     * Connects by an upgrade, like {@link io.parley.channel.ChannelProvider#connect} but without regard to the
     * settings' protection. An upgrade that reached another node is retried: a balancer may route it to the right one.
     *
     * @param tls null for none
     */
    public static CompletionStage<Connection> connect(
            UpgradeRequest asked, ChannelSettings settings, @Nullable TlsMaker tls, ConnectionHandler handler) {
        return tryOnce(new Destination(asked.address(), settings, tls, asked), handler, 1);
    }

    private static CompletionStage<Connection> tryOnce(Destination to, ConnectionHandler handler, int tries) {
        return StreamConnector.ofFrames(EventLoops.shared(), NameLookup.shared(), ByteBufAllocator.DEFAULT, to, handler)
                .connect()
                .exceptionallyCompose(failure -> {
                    Throwable why = Causes.of(failure);
                    boolean elsewhere = why instanceof ParleyException coded && coded.code() == ErrorCode.WRONG_NODE;
                    return elsewhere && tries < Affinity.MOST_TRIES
                            ? tryOnce(to, handler, tries + 1)
                            : CompletableFuture.failedStage(why);
                });
    }
}
