package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.channel.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A link's way out: its connection, once it stands, and what was sent there and not flushed. Guarded by the link's
 * lock.
 */
final class Outlet {
    private @Nullable Connection connection;
    private boolean closed;
    private boolean unflushed;
    private boolean inRead;
    /** Frames that go out only once they are stored; null unless the session is durable. */
    private @Nullable Hold hold;

    /** Holds outgoing frames back in that hold from now on; null sends them at once. */
    void holdBack(@Nullable Hold by) {
        hold = by;
    }

    /** A connection stands: the first, or one that takes the place of another. */
    void connect(Connection standing) {
        connection = standing;
        closed = false;
        unflushed = false;
        inRead = false;
        if (hold != null) {
            hold.onConnected();
        }
    }

    /** Sends a frame, in its order. */
    @HotPath
    void send(ByteBuf frame) {
        Hold by = hold;
        if (by == null) {
            sendNow(frame);
        } else {
            by.send(frame);
        }
    }

    /** Queues a frame, or drops it if nobody is there to take it. */
    @HotPath
    void sendNow(ByteBuf frame) {
        Connection to = connection;
        if (to == null || closed) {
            frame.release();
        } else {
            to.send(frame);
            unflushed = true;
        }
    }

    boolean isWritable() {
        Connection to = connection;
        return to != null && !closed && to.isWritable() && (hold == null || hold.hasRoom());
    }

    /** A read begins or ends: what is sent during one goes out at its end. */
    void reading(boolean value) {
        inRead = value;
    }

    /** Returns whether a read that brought a frame is still going on. */
    boolean isReading() {
        return inRead;
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

    /**
     * At the end of a turn: what to flush now, outside of the lock; null if nothing was sent, or a read goes on that
     * may add more.
     */
    @HotPath
    @Nullable
    Connection takeUnflushed() {
        if (hold != null) {
            hold.commit();
        }
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
