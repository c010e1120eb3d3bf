package io.parley.testkit.channel;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PoolChunkListMetric;
import io.netty.buffer.PoolChunkMetric;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;

/** A pool of buffers of its own, which shows how much of it is in use; its threads keep nothing back for later. */
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

    /** Bytes that were taken and not given back, with the pages that arenas keep for each size of small buffers. */
    long inUse() {
        return inUse(pool);
    }

    /** Buffers that were taken and not given back. */
    long buffers() {
        return arenas(pool).stream()
                .mapToLong(PoolArenaMetric::numActiveAllocations)
                .sum();
    }

    /** The same of the pool that channels take the memory from that they read into, with what its threads keep back. */
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
