package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.Causes;
import io.parley.HotPath;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.session.Session;
import org.jspecify.annotations.Nullable;

/**
 * One connection, as its channel sees it: its events go to the driver of the session that it carries. That changes if the
 * connection resumes another session of this side.
 */
final class Wire implements ConnectionHandler {
    private final Session session;
    private volatile Owner owner;
    private volatile @Nullable Connection connection;

    /** Handles the events of connections. */
    interface Owner {
        /** Opening side: the connection stands. */
        void start(Wire on, Connection standing);

        void onFrame(Wire from, ByteBuf frame);

        /** The frame stays the caller's. */
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

    /** The connection; null until it stands. */
    @Nullable
    Connection connection() {
        return connection;
    }

    /** Carries the session of that driver from now on. */
    void carry(Owner other) {
        owner = other;
    }

    /** Opening side: the connection stands, or there is none. */
    void connected(@Nullable Connection standing, @Nullable Throwable failure) {
        if (standing != null) {
            connection = standing;
            owner.start(this, standing);
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
    public void onFrame(ByteBuf frame, int lane) {
        // Its checksum takes longer than all else, and needs no lock: only the channel's thread changes what this
        // changes.
        session.look(frame, lane);
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
        Owner told = owner;
        told.onClosed(this, cause);
        if (owner != told) {
            owner.onClosed(this, cause); // It was handed over meanwhile.
        }
    }
}
