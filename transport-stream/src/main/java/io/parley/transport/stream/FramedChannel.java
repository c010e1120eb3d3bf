package io.parley.transport.stream;

import io.netty.channel.socket.DuplexChannel;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import java.util.function.Consumer;

/**
 * Connection over an ordered, protected byte channel that the caller opened, such as a QUIC stream: the connection of
 * the stream channel without its socket. Thread-safe.
 */
public final class FramedChannel {
    /** Number of queued bytes from which on a track is not writable. */
    public static final long TRACK_MARK = 128 * 1024;

    private final StreamConnection connection;

    private FramedChannel(StreamConnection connection) {
        this.connection = connection;
    }

    /**
     * Creates a connection over a channel that is already protected.
     *
     * @param remote the peer, for logs
     * @param accepted true if it counts as accepted from the start, as on the connecting side
     * @param onAccepted called once when the connection is accepted, if it was not from the start
     */
    public static FramedChannel of(
            DuplexChannel channel, String remote, boolean accepted, Consumer<Connection> onAccepted) {
        return new FramedChannel(new StreamConnection(channel, remote, accepted, onAccepted::accept, true, null));
    }

    /** Returns a track, one of several streams of a connection, with a small send queue. */
    public static FramedChannel ofTrack(DuplexChannel channel, String remote) {
        FramedChannel track = of(channel, remote, true, accepted -> {});
        track.connection.writer().setMark(TRACK_MARK);
        return track;
    }

    /** Returns the connection. */
    public Connection connection() {
        return connection;
    }

    /**
     * Adds the frame reader behind the channel's handlers; from then on the handler is called. On the channel's event
     * loop.
     *
     * @param minimumRate of a frame, in bytes per second
     */
    public void start(ConnectionHandler handler, long minimumRate) {
        connection.start(handler, minimumRate);
    }

    /** Closes at once, and passes the cause to the handler unless this side is closing already. */
    public void abort(Throwable why) {
        connection.abort(why);
    }

    /** Returns whether the layer above accepted the connection. */
    public boolean isAccepted() {
        return connection.isAccepted();
    }

    /** Returns whether this side is closing, or has closed, the connection. */
    public boolean isClosing() {
        return connection.isClosing();
    }
}
