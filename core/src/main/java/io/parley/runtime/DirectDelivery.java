package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.channel.Connection;

/**
 * Delivery of a session that is not resumable: frames are sent at once, and the loss of the connection ends the
 * session.
 */
class DirectDelivery implements Delivery {
    private final ConnectionOutput output;
    private final SessionLock lock;

    DirectDelivery(ConnectionOutput output, SessionLock lock) {
        this.output = output;
        this.lock = lock;
    }

    @Override
    @HotPath
    public void send(ByteBuf frame) {
        output.send(frame);
    }

    @Override
    @HotPath
    public void send(ByteBuf frame, int track) {
        output.send(frame, track);
    }

    @Override
    public int tracks() {
        return output.tracks();
    }

    @Override
    @HotPath
    public boolean isWritable() {
        return output.isWritable();
    }

    @Override
    @HotPath
    public boolean isWritable(int track) {
        return output.isWritable(track);
    }

    @Override
    public void disconnect() {
        closeConnection();
    }

    /** Closes the connection once the lock is released, since the channel may call back. */
    final void closeConnection() {
        Connection to = output.close();
        if (to != null) {
            lock.defer(() -> {
                to.flush();
                to.close();
            });
        }
    }
}
