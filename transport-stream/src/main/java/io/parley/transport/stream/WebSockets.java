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
import io.parley.channel.http.Affinity;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The websocket channel's connections: those of the stream, with WebSocket frames around their bytes. Whoever speaks HTTP brings
 * the upgrade.
 */
public final class WebSockets {
    private static final boolean CAN_CONNECT = isStrict();

    private WebSockets() {}

    /**
     * Settings of a socket whose upgrade was granted.
     *
     * @param secure whether TLS is the first of its handlers
     * @param minimumRate of a frame, in bytes per second
     * @param keepAlive the longest time for which this side is silent
     * @param onAccepted called once the connection is accepted above
     * @param acceptor makes the handler of the connection; must not block
     */
    public record Accepting(
            boolean secure,
            long minimumRate,
            Duration keepAlive,
            Consumer<Connection> onAccepted,
            Function<Connection, ConnectionHandler> acceptor) {}

    /**
     * Makes a connection of a socket whose upgrade is granted. On its event loop, on which nothing is written before the caller has
     * answered and taken its own handlers away.
     */
    public static void accept(SocketChannel channel, Accepting how) {
        accept(channel, StreamConnector.text(channel.remoteAddress()), how);
    }

    private static void accept(SocketChannel channel, String remote, Accepting how) {
        channel.config().setWriteBufferWaterMark(StreamWriter.SOCKET_MARKS).setKeepAlive(true);
        StreamConnection connection = new StreamConnection(
                channel, remote, false, how.onAccepted()::accept, how.secure(), new WebSocketCodec(how.keepAlive()));
        connection.start(how.acceptor().apply(connection), how.minimumRate());
    }

    /**
     * Makes a connection of what a container handed over. Any thread; bytes are read from when the container tells of them.
     *
     * @param remote for logs
     * @param gone runs when there is no connection any more
     * @return what the container is to tell
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
        channel.config().setWriteBufferWaterMark(StreamWriter.SOCKET_MARKS);
        StreamConnection connection = new StreamConnection(
                channel, remote, false, how.onAccepted()::accept, how.secure(), new WebSocketCodec(how.keepAlive()));
        connection.start(how.acceptor().apply(connection), how.minimumRate());
        channel.start();
    }

    /** Returns whether {@link #connect} works with the Netty that is here: earlier ones read HTTP less strictly (ADR 53). */
    public static boolean canConnect() {
        return CAN_CONNECT;
    }

    private static boolean isStrict() {
        try {
            return UpgradeGreeting.decoding() != null && !SslHandler.class.isInterface(); // of two jars
        } catch (LinkageError e) {
            return false;
        }
    }

    /**
     * Connects by an upgrade, as {@link io.parley.channel.ChannelProvider#connect} does; the settings' protection is not looked at. An
     * upgrade that another node got is asked for again: a balancer may give it to the right one.
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
