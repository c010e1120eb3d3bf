package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.channel.Connection;
import io.parley.session.Datagrams;
import io.parley.session.ExpendableCounters;
import org.jspecify.annotations.Nullable;

/**
 * The output of a session: its current connection, and whether frames were sent on it that are not flushed. Frames sent
 * during a read of the channel are flushed when the read ends. Guarded by the session's lock, except for the volatile
 * fields.
 */
final class ConnectionOutput implements Datagrams {
    private final ExpendableCounters counters;
    private @Nullable Connection connection;
    private boolean closed;
    private volatile boolean unflushed;
    private volatile boolean inRead;

    ConnectionOutput(ExpendableCounters counters) {
        this.counters = counters;
    }

    /** Sets the connection, which may replace an earlier one. */
    void connect(Connection newConnection) {
        connection = newConnection;
        closed = false;
        unflushed = false;
        inRead = false;
    }

    /** Queues a frame; drops it if there is no connection. */
    @HotPath
    void send(ByteBuf frame) {
        send(frame, 0);
    }

    /** Queues a frame on a track, or releases it if there is no connection. */
    @HotPath
    void send(ByteBuf frame, int track) {
        Connection to = connection;
        if (to == null || closed) {
            frame.release();
            return;
        }
        to.send(frame, track);
        if (!unflushed) {
            unflushed = true;
        }
    }

    @Override
    public int mostBytes() {
        Connection to = connection;
        return to == null || closed ? 0 : to.datagramBytes();
    }

    /** Sends a datagram; drops it if there is no connection. */
    @Override
    public void sendDatagram(ByteBuf frame) {
        Connection to = connection;
        if (to == null || closed) {
            frame.release();
        } else {
            to.sendDatagram(frame);
        }
    }

    @Override
    public ExpendableCounters counters() {
        return counters;
    }

    @Override
    public long roundTripNanos() {
        Connection to = connection;
        return to == null || closed ? 0 : to.roundTripNanos();
    }

    @HotPath
    boolean isWritable() {
        Connection to = connection;
        return to != null && !closed && to.isWritable();
    }

    @HotPath
    boolean isWritable(int track) {
        Connection to = connection;
        return to != null && !closed && to.isWritable(track);
    }

    /** Returns the number of tracks of the connection; 1 without one. */
    int tracks() {
        Connection to = connection;
        return to == null ? 1 : to.tracks();
    }

    /** Records that a read of the channel has delivered a frame. */
    @HotPath
    void beginRead() {
        if (!inRead) {
            inRead = true;
        }
    }

    /** Ends the read without a flush. */
    void cancelRead() {
        inRead = false;
    }

    /**
     * Ends a read and flushes the frames sent during it. Called without the lock, on the channel's thread: either this
     * method sees a frame that another thread has sent, or that thread sees that the read has ended.
     *
     * @return whether the read had delivered a frame
     */
    @HotPath
    boolean endRead() {
        if (!inRead) {
            return false;
        }
        inRead = false;
        if (unflushed) {
            unflushed = false;
            Connection on = connection;
            if (on != null) {
                on.flush();
            }
        }
        return true;
    }

    /**
     * Stops sending until there is another connection.
     *
     * @return the connection to flush and close; null if there is none
     */
    @Nullable
    Connection close() {
        closed = true;
        return connection;
    }

    void markAccepted() {
        Connection on = connection;
        if (on != null) {
            on.markAccepted();
        }
    }

    /**
     * Returns the connection to flush before the lock is released; null if nothing was sent or a read is in progress.
     */
    @HotPath
    @Nullable
    Connection takeUnflushed() {
        if (!unflushed || inRead) {
            return null;
        }
        unflushed = false;
        return connection;
    }

    String remote() {
        Connection on = connection;
        return on == null ? "nobody" : on.remote();
    }
}
