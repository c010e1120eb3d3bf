package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.Causes;
import io.parley.HotPath;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.session.Session;
import org.jspecify.annotations.Nullable;

/**
 * One connection, as its channel sees it: passes its events to the driver of the session that it carries. The driver
 * changes if the connection resumes another session of this side.
 */
final class Wire implements ConnectionHandler {
    private final Session session;
    private volatile Owner owner;
    private volatile @Nullable Connection connection;

    /** Handler of the events of connections. */
    interface Owner {
        /** Opening side: called when the connection is established. */
        void start(Wire on, Connection established);

        void onFrame(Wire from, ByteBuf frame);

        /** Handles a datagram; the caller keeps the frame. */
        void onDatagram(Wire from, ByteBuf frame);

        void onReadComplete(Wire from);

        void onRefused(Wire from, RuntimeException why);

        void onWritable(Wire from);

        void onClosed(Wire from, @Nullable Throwable cause);
    }

    Wire(Owner owner, Session session, @Nullable Connection connection) {
        this.owner = owner;
        this.session = session;
        this.connection = connection;
    }

    Session session() {
        return session;
    }

    /** Returns the connection; null until it is established. */
    @Nullable
    Connection connection() {
        return connection;
    }

    /** Passes events to another session's driver from now on. */
    void carry(Owner other) {
        owner = other;
    }

    /** Opening side: reports the established connection, or the failure to connect. */
    void connected(@Nullable Connection established, @Nullable Throwable failure) {
        if (established != null) {
            connection = established;
            owner.start(this, established);
        } else {
            onClosed(failure == null ? null : Causes.of(failure));
        }
    }

    @Override
    @HotPath
    public int frameLength(ByteBuf in) {
        // Only the channel's thread changes what this reads.
        return session.frameLength(in);
    }

    @Override
    @HotPath
    public void onFrame(ByteBuf frame) {
        onFrame(frame, 0);
    }

    @Override
    @HotPath
    public void onFrame(ByteBuf frame, int track) {
        // The checksum is the expensive part and needs no lock: only the channel's thread changes the state
        // that this method changes.
        session.look(frame, track);
        owner.onFrame(this, frame);
    }

    @Override
    public void onDatagram(ByteBuf frame) {
        try {
            owner.onDatagram(this, frame);
        } finally {
            frame.release();
        }
    }

    @Override
    public void onReadComplete() {
        owner.onReadComplete(this);
    }

    @Override
    public void onRefused(RuntimeException why) {
        owner.onRefused(this, why);
    }

    @Override
    public void onWritable() {
        owner.onWritable(this);
    }

    @Override
    public void onClosed(@Nullable Throwable cause) {
        Owner first = owner;
        first.onClosed(this, cause);
        if (owner != first) {
            owner.onClosed(this, cause); // It was handed over concurrently.
        }
    }
}
