package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * How much is read at a time, and where to. Little before a connection is accepted, because until then it may be anybody;
 * then as much as the peer fills, up to what one large frame takes. While a large frame comes, a read that did not fill its
 * memory is followed by one into the rest of it, or the parts of the frame would keep several times their own size. One per
 * connection; {@link #accept} may be called by any thread, the others by the connection's event loop.
 */
final class ReadSizes extends DefaultMaxMessagesRecvByteBufAllocator {
    static final int OPENING = 1024;
    private static final int SMALLEST = 2048;
    private static final int LARGEST = 256 * 1024;
    private static final int STEP = 4;
    /** Less of a read's memory than this share of it is not worth a read of its own. */
    private static final int LEAST_REST = 4;
    /** Reads in a row before other connections of the loop have their turn. */
    private static final int READS = 4;

    private final boolean sharing;
    private volatile boolean accepted;
    /** The memory that reads share, written as far as they came; null if none is left, or it is not shared. */
    private @Nullable ByteBuf shared;

    private int memory;

    /**
     * @param sharing whether reads may share memory: only where nobody writes behind what was read, as TLS does
     */
    ReadSizes(boolean accepted, boolean sharing) {
        super(READS);
        this.accepted = accepted;
        this.sharing = sharing;
    }

    /** Bytes of the memory of which the last read took a part; 0 if it had its own. */
    int memory() {
        return memory;
    }

    /** No frame is under way: what is left of the memory is not waited for. */
    void dropRest() {
        ByteBuf rest = shared;
        if (rest != null) {
            shared = null;
            rest.release();
        }
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
        private int size = SMALLEST;
        private int offered;
        private boolean small;

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            if (!sharing || !accepted || size < LARGEST) {
                dropRest();
                memory = 0;
                offered = guess();
                return allocator.ioBuffer(offered);
            }
            ByteBuf into = rest(allocator);
            memory = into.capacity();
            offered = into.writableBytes();
            return into.retainedSlice(into.writerIndex(), offered).writerIndex(0);
        }

        private ByteBuf rest(ByteBufAllocator allocator) {
            ByteBuf rest = shared;
            if (rest == null || rest.writableBytes() < size / LEAST_REST) {
                dropRest();
                rest = allocator.ioBuffer(size, size);
                shared = rest;
            }
            return rest;
        }

        @Override
        public int guess() {
            return accepted ? size : OPENING;
        }

        @Override
        public void lastBytesRead(int bytes) {
            if (shared != null && bytes > 0) {
                shared.writerIndex(shared.writerIndex() + bytes);
            }
            if (bytes == offered) {
                size = Math.min(LARGEST, size * STEP);
                small = false;
            }
            super.lastBytesRead(bytes);
        }

        @Override
        public void readComplete() {
            // Shrinks at the second small read only: calls and large messages often alternate.
            boolean smallNow = totalBytesRead() < size / STEP;
            if (smallNow && small) {
                size = Math.max(SMALLEST, size / STEP);
            }
            small = smallNow;
        }
    }
}
