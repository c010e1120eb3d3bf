package io.parley.transport.stream;

import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Sizes of the next read: small until the connection is accepted, because until then the peer is unknown; afterwards
 * adapted to what the peer sends, up to the size of one large frame. One per connection; {@link #accept} may be called
 * by any thread.
 */
final class ReadSizes extends DefaultMaxMessagesRecvByteBufAllocator {
    static final int OPENING = 1024;
    private static final int MIN_BYTES = 2048;
    private static final int MAX_BYTES = 128 * 1024;
    private static final int STEP = 4;
    /** Reads in a row before other connections of the loop have their turn. */
    private static final int READS = 4;

    private volatile boolean accepted;

    ReadSizes(boolean accepted) {
        super(READS);
        this.accepted = accepted;
    }

    void accept() {
        accepted = true;
    }

    @Override
    @SuppressWarnings("deprecation") // Netty marks the type of the handle, and offers no other
    public Handle newHandle() {
        return new Sizes();
    }

    private final class Sizes extends MaxMessageHandle {
        private int size = MIN_BYTES;
        private boolean small;

        @Override
        public int guess() {
            return accepted ? size : OPENING;
        }

        @Override
        public void lastBytesRead(int bytes) {
            if (bytes == size) {
                size = Math.min(MAX_BYTES, size * STEP);
                small = false;
            }
            super.lastBytesRead(bytes);
        }

        @Override
        public void readComplete() {
            // Shrinks at the second small read only: calls and large messages often alternate.
            boolean smallNow = totalBytesRead() < size / STEP;
            if (smallNow && small) {
                size = Math.max(MIN_BYTES, size / STEP);
            }
            small = smallNow;
        }
    }
}
