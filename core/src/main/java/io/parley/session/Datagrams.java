package io.parley.session;

import io.netty.buffer.ByteBuf;

/** Datagrams of whatever connection a session has, each with one frame. Called by the thread that has the session. */
public interface Datagrams {
    /** Those of channels that have none. */
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

    /** Returns the length of the longest frame that one can carry now; 0 if there are none. */
    int mostBytes();

    /** Sends a frame, and owns it. It may be lost, and nobody hears of that. */
    void sendDatagram(ByteBuf frame);

    /** Returns the counters of messages that travel so. */
    ExpendableCounters counters();
}
