package io.parley.transport.stream;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The websocket channel's connections: those of the stream, with WebSocket frames around their bytes. Whoever speaks HTTP brings
 * the upgrade.
 */
public final class WebSockets {
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
        channel.config().setWriteBufferWaterMark(StreamWriter.SOCKET_MARKS).setKeepAlive(true);
        StreamConnection connection = new StreamConnection(
                channel,
                StreamConnector.text(channel.remoteAddress()),
                false,
                how.onAccepted()::accept,
                how.secure(),
                new WebSocketCodec(how.keepAlive()));
        connection.start(how.acceptor().apply(connection), how.minimumRate());
    }

    /**
     * Connects, as {@link io.parley.channel.ChannelProvider#connect} does; the settings' protection is not looked at.
     *
     * @param tls null for none
     */
    public static CompletionStage<Connection> connect(
            Address address,
            ChannelSettings settings,
            @Nullable TlsMaker tls,
            Greeting greeting,
            ConnectionHandler handler) {
        Destination destination = new Destination(address, settings, tls, greeting);
        return new StreamConnector(
                        EventLoops.shared(), NameLookup.shared(), ByteBufAllocator.DEFAULT, destination, handler)
                .connect();
    }
}
