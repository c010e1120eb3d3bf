package io.parley.compression;

import io.netty.buffer.ByteBufAllocator;
import io.parley.Limits;

/**
 * What a session gives its compression to work with.
 *
 * @param limits those of the agreement
 * @param memory where what is kept or expanded is accounted before it is allocated
 * @param chunkBytes the size of a chunk on its way out
 */
public record Workspace(Limits limits, Memory memory, ByteBufAllocator allocator, int chunkBytes) {}
