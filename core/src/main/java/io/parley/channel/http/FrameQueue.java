package io.parley.channel.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Queue;

/** Queue of frames that wait for a request or response body. Guarded by the owner's lock. */
final class FrameQueue {
    /** Queued bytes from which the sender must wait, and below which it may continue. */
    private static final long HIGH_WATER = 2L * HttpFrames.BODY_BYTES;

    private static final long LOW_WATER = HttpFrames.BODY_BYTES / 2;

    private final Queue<ByteBuf> frames = new ArrayDeque<>();
    private long bytes;
    private boolean senderWaits;

    void add(ByteBuf frame) {
        frames.add(frame);
        bytes += frame.readableBytes();
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /**
     * Returns whether more frames may be queued. After false, {@link #mayTellWritable} returns true once there is room
     * again.
     */
    boolean hasRoom() {
        boolean room = bytes < HIGH_WATER;
        senderWaits |= !room;
        return room;
    }

    /** Returns true once when a waiting sender may continue. */
    boolean mayTellWritable() {
        boolean tell = senderWaits && bytes < LOW_WATER;
        senderWaits &= !tell;
        return tell;
    }

    /** Removes as many frames as fit into one body. The caller releases the buffer. */
    ByteBuf take() {
        ByteBuf first = frames.poll();
        if (first == null) {
            return Unpooled.EMPTY_BUFFER;
        }
        int length = first.readableBytes();
        bytes -= length;
        if (!fits(length)) {
            return first;
        }
        CompositeByteBuf several = ByteBufAllocator.DEFAULT.compositeBuffer(frames.size() + 1);
        several.addComponent(true, first);
        while (fits(length)) {
            ByteBuf next = frames.remove();
            length += next.readableBytes();
            bytes -= next.readableBytes();
            several.addComponent(true, next);
        }
        return several;
    }

    private boolean fits(int length) {
        ByteBuf next = frames.peek();
        return next != null && length + next.readableBytes() <= HttpFrames.BODY_BYTES;
    }

    void clear() {
        for (ByteBuf frame = frames.poll(); frame != null; frame = frames.poll()) {
            frame.release();
        }
        bytes = 0;
    }
}
