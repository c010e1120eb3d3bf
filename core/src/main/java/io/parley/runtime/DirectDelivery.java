package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.channel.Connection;

/** Delivery without detours: frames go to the connection at once, and a lost connection ends the session. */
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
    public void send(ByteBuf frame, int lane) {
        output.send(frame, lane);
    }

    @Override
    public int lanes() {
        return output.lanes();
    }

    @Override
    @HotPath
    public boolean isWritable() {
        return output.isWritable();
    }

    @Override
    @HotPath
    public boolean isWritable(int lane) {
        return output.isWritable(lane);
    }

    @Override
    public void hangUp() {
        closeConnection();
    }

    /** Closes the connection; outside of the lock, since the channel may call back. */
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
