package io.parley.compression;

import io.netty.buffer.ByteBufAllocator;
import io.parley.Limits;

/**
 * Resources that a session provides to its compression.
 *
 * @param limits those of the agreement
 * @param memory budget of stored and decompressed bytes
 * @param chunkBytes size of an outgoing chunk
 */
public record Workspace(Limits limits, Memory memory, ByteBufAllocator allocator, int chunkBytes) {}
