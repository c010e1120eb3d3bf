package io.parley.transport.stream;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.concurrent.atomic.AtomicLong;

/** Allocator that counts every allocated byte, so that memory that was released at once is counted as well. */
final class CountingAllocator extends AbstractByteBufAllocator {
    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
    private final AtomicLong allocated = new AtomicLong();

    CountingAllocator() {
        super(true);
    }

    long allocated() {
        return allocated.get();
    }

    /** Returns the number of bytes currently in use. */
    long used() {
        return buffers.metric().usedDirectMemory() + buffers.metric().usedHeapMemory();
    }

    @Override
    public boolean isDirectBufferPooled() {
        return false;
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        allocated.addAndGet(initialCapacity);
        return buffers.heapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        allocated.addAndGet(initialCapacity);
        return buffers.directBuffer(initialCapacity, maxCapacity);
    }
}
