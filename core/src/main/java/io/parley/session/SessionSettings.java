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
 * @param receivingBudget the process's, for what all sessions receive; the session's is a part of it
 * @param sendingBudget the process's, for what waits to be sent: its own, so that what is received never keeps its
 *     answers from going out
 */
public record SessionSettings(
        Limits limits,
        ByteBufAllocator allocator,
        boolean payloadChecksum,
        long keepAliveNanos,
        Budget receivingBudget,
        Budget sendingBudget) {}
