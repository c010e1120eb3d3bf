package io.parley.session;

import io.netty.buffer.ByteBufAllocator;
import io.parley.Limits;

/**
 * What a session is given by its side.
 *
 * @param limits those that are not agreed: opening bytes, control rate, how long content may wait
 * @param allocator where frames are made
 * @param payloadChecksum whether this side's frames carry one
 * @param keepAliveNanos a peer from which nothing came for so long is lost
 * @param budget the process's, in which the session's two are parts: one for what it receives, one for what it sends
 */
public record SessionSettings(
        Limits limits, ByteBufAllocator allocator, boolean payloadChecksum, long keepAliveNanos, Budget budget) {}
