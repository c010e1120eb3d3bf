package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.channel.Connection;
import io.parley.session.Datagrams;
import io.parley.session.ExpendableCounters;
import org.jspecify.annotations.Nullable;

/**
 * Output of a session: its connection, once it stands, and whether something was sent there and not flushed. What is sent
 * during a read of the channel is flushed at the end of the read. Guarded by the session's lock, but for that.
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

    /** A connection stands: the first, or one that takes the place of another. */
    void connect(Connection standing) {
        connection = standing;
        closed = false;
        unflushed = false;
        inRead = false;
    }

    /** Queues a frame, or drops it if nobody is there to take it. */
    @HotPath
    void send(ByteBuf frame) {
        send(frame, 0);
    }

    /** Queues a frame on a lane, or drops it if nobody is there to take it. */
    @HotPath
    void send(ByteBuf frame, int lane) {
        Connection to = connection;
        if (to == null || closed) {
            frame.release();
            return;
        }
        to.send(frame, lane);
        if (!unflushed) {
            unflushed = true;
        }
    }

    @Override
    public int mostBytes() {
        Connection to = connection;
        return to == null || closed ? 0 : to.datagramBytes();
    }

    /** Drops the frame if nobody is there to take it. */
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

    @HotPath
    boolean isWritable() {
        Connection to = connection;
        return to != null && !closed && to.isWritable();
    }

    @HotPath
    boolean isWritable(int lane) {
        Connection to = connection;
        return to != null && !closed && to.isWritable(lane);
    }

    /** Returns the number of lanes of the connection; 1 without one. */
    int lanes() {
        Connection to = connection;
        return to == null ? 1 : to.lanes();
    }

    /** A read of the channel brought a frame. */
    @HotPath
    void beginRead() {
        if (!inRead) {
            inRead = true;
        }
    }

    /** The read is over without anything to flush. */
    void cancelRead() {
        inRead = false;
    }

    /**
     * Ends a read and flushes what was sent meanwhile. Without the lock, on the channel's thread: either this sees what
     * another thread sent, or that thread sees that the read is over.
     *
     * @return whether the read had brought a frame
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
     * Stops sending until there is another connection; returns the connection that is to be flushed and closed, if
     * there is one.
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

    /** Returns the connection to flush at the end of a turn; null if nothing was sent, or a read goes on. */
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
