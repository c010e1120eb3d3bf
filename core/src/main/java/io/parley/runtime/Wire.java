package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.Causes;
import io.parley.HotPath;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.session.Session;
import org.jspecify.annotations.Nullable;

/**
 * One connection, as its channel sees it: its events go to the link whose session it carries. That link changes if the
 * connection resumes a session of this side.
 */
final class Wire implements ConnectionHandler {
    private final Session session;
    private volatile Link link;
    private volatile @Nullable Connection connection;

    Wire(Link link, Session session, @Nullable Connection connection) {
        this.link = link;
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

    /** Carries the session of that link from now on. */
    void carry(Link other) {
        link = other;
    }

    /** Opening side: the connection stands, or there is none. */
    void connected(@Nullable Connection standing, @Nullable Throwable failure) {
        if (standing != null) {
            connection = standing;
            link.start(this, standing);
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
        // Its checksum takes longer than all else, and needs no lock: only the channel's thread changes what this
        // changes.
        session.look(frame);
        link.onFrame(this, frame);
    }

    @Override
    public void onReadComplete() {
        link.onReadComplete(this);
    }

    @Override
    public void onRefused(RuntimeException why) {
        link.onRefused(this, why);
    }

    @Override
    public void onWritable() {
        link.onWritable(this);
    }

    @Override
    public void onClosed(@Nullable Throwable cause) {
        Link told = link;
        told.onClosed(this, cause);
        if (link != told) {
            link.onClosed(this, cause); // It was handed over meanwhile.
        }
    }
}
