package io.parley.session;

import io.netty.buffer.ByteBuf;

/**
 * Unreliable datagrams of a session's current connection, each with one frame. Called by the thread that owns the
 * session.
 */
public interface Datagrams {
    /** Datagrams of a channel that has none: frames are dropped. */
    Datagrams NONE = new Datagrams() {
        private final ExpendableCounters counters = new ExpendableCounters();

        @Override
        public int mostBytes() {
            return 0;
        }

        @Override
        public void sendDatagram(ByteBuf frame) {
            frame.release();
        }

        @Override
        public ExpendableCounters counters() {
            return counters;
        }
    };

    /** Returns the length in bytes of the longest frame that can be sent now; 0 if there are no datagrams. */
    int mostBytes();

    /** Returns the last measured round trip of the connection in nanoseconds; 0 if unknown. */
    default long roundTripNanos() {
        return 0;
    }

    /** Sends a frame and releases it. It may be lost without notice. */
    void sendDatagram(ByteBuf frame);

    /** Returns the counters of messages sent and received in datagrams. */
    ExpendableCounters counters();
}
