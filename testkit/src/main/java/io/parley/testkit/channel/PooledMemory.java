package io.parley.testkit.channel;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PoolChunkListMetric;
import io.netty.buffer.PoolChunkMetric;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;

/** A private pool of buffers that reports how much of it is in use; its threads cache no buffers. */
final class PooledMemory {
    private final PooledByteBufAllocator pool = new PooledByteBufAllocator(
            true,
            PooledByteBufAllocator.defaultNumHeapArena(),
            PooledByteBufAllocator.defaultNumDirectArena(),
            PooledByteBufAllocator.defaultPageSize(),
            PooledByteBufAllocator.defaultMaxOrder(),
            0,
            0,
            false);

    ByteBufAllocator allocator() {
        return pool;
    }

    /**
     * Returns the bytes allocated and not released, including the pages that arenas keep for each size of small
     * buffers.
     */
    long inUse() {
        return inUse(pool);
    }

    /** Returns the number of buffers allocated and not released. */
    long buffers() {
        return arenas(pool).stream()
                .mapToLong(PoolArenaMetric::numActiveAllocations)
                .sum();
    }

    /**
     * Returns the bytes in use of the default pool, from which channels allocate the buffers that they read into,
     * including what its threads cache.
     */
    static long ofChannels() {
        return inUse(PooledByteBufAllocator.DEFAULT);
    }

    private static long inUse(PooledByteBufAllocator pool) {
        long used = 0;
        for (PoolArenaMetric arena : arenas(pool)) {
            for (PoolChunkListMetric chunks : arena.chunkLists()) {
                for (PoolChunkMetric chunk : chunks) {
                    used += chunk.chunkSize() - chunk.freeBytes();
                }
            }
        }
        return used;
    }

    private static List<PoolArenaMetric> arenas(PooledByteBufAllocator pool) {
        List<PoolArenaMetric> arenas = new ArrayList<>(pool.metric().directArenas());
        arenas.addAll(pool.metric().heapArenas());
        return arenas;
    }
}
