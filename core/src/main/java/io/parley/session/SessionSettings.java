package io.parley.session;

import io.netty.buffer.ByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import java.util.concurrent.TimeUnit;

/**
 * What a session is given by its side.
 *
 * @param limits those that are not agreed: opening bytes, control rate, how long content may wait
 * @param allocator where frames are made
 * @param payloadChecksum whether this side's frames carry one
 * @param tellsOfEnd whether the channel tells when the peer's process ends, so that silence has to tell of cables alone
 * @param receivingBudget the process's, for what all sessions receive; the session's is a part of it
 * @param sendingBudget the process's, for what waits to be sent: its own, so that what is received never keeps its
 *     answers from going out
 */
public record SessionSettings(
        Limits limits,
        ByteBufAllocator allocator,
        boolean payloadChecksum,
        boolean tellsOfEnd,
        Budget receivingBudget,
        Budget sendingBudget) {
    private static final int TICKS = 4;
    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int SHARE_OF_SILENT_CHANNELS = 3;

    /** How long nothing may come from the peer of a session until the peer is lost. */
    long keepAliveNanos(Limits ofSession) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(ofSession.get(Limit.KEEP_ALIVE_MILLIS));
        return tellsOfEnd ? nanos : nanos / SHARE_OF_SILENT_CHANNELS;
    }

    /** How often {@link Session#onTick} is due: several times within each of the times that it measures. */
    public long tickNanos(Limits ofSession) {
        long stall = TimeUnit.MILLISECONDS.toNanos(limits.get(Limit.STALL_MILLIS));
        return Math.max(SHORTEST_TICK_NANOS, Math.min(stall, keepAliveNanos(ofSession)) / TICKS);
    }
}
