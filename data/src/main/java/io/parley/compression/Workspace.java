package io.parley.compression;

import io.netty.buffer.ByteBufAllocator;
import io.parley.Limits;

/**
 * Resources that a session gives its compression.
 *
 * @param limits those of the agreement
 * @param memory account of kept and expanded bytes, checked before they are allocated
 * @param chunkBytes the size of an outgoing chunk
 */
public record Workspace(Limits limits, Memory memory, ByteBufAllocator allocator, int chunkBytes) {}
