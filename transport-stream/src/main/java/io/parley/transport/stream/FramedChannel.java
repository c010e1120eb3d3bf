package io.parley.transport.stream;

import io.netty.channel.socket.DuplexChannel;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import java.util.function.Consumer;

/**
 * A connection over an ordered sequence of bytes each way that somebody else has opened and protected, such as a stream of QUIC:
 * that of the stream channel, without its socket. Thread-safe.
 */
public final class FramedChannel {
    /** Bytes that wait on a lane from which on it takes no more. */
    private static final long LANE_MARK = 128 * 1024;

    private final StreamConnection connection;

    private FramedChannel(StreamConnection connection) {
        this.connection = connection;
    }

    /**
     * A connection over that channel, which is protected.
     *
     * @param accepted whether it counts as accepted from the start, as on the connecting side
     * @param onAccepted called once, if it was not
     */
    public static FramedChannel of(
            DuplexChannel channel, String remote, boolean accepted, Consumer<Connection> onAccepted) {
        return new FramedChannel(new StreamConnection(channel, remote, accepted, onAccepted::accept, true, null));
    }

    /** One of several streams of a connection, on which little waits to be sent. */
    public static FramedChannel ofLane(DuplexChannel channel, String remote) {
        FramedChannel lane = of(channel, remote, true, accepted -> {});
        lane.connection.writer().narrow(LANE_MARK);
        return lane;
    }

    /** Returns the connection. */
    public Connection connection() {
        return connection;
    }

    /**
     * Puts the reader behind the channel's handlers; from then on the handler is called. On the channel's event loop.
     *
     * @param minimumRate of a frame, in bytes per second
     */
    public void start(ConnectionHandler handler, long minimumRate) {
        connection.start(handler, minimumRate);
    }

    /** Closes at once, and tells the handler why, unless this side closes it already. */
    public void abort(Throwable why) {
        connection.abort(why);
    }

    /** Returns whether the layer above took it. */
    public boolean isAccepted() {
        return connection.isAccepted();
    }

    /** Returns whether this side closes it, or did. */
    public boolean isClosing() {
        return connection.isClosing();
    }
}
