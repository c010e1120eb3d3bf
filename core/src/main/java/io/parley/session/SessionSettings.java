package io.parley.session;

import io.netty.buffer.ByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import java.util.concurrent.TimeUnit;

/**
 * Settings that a session gets from its side.
 *
 * @param limits those that are not agreed: opening bytes, control rate, how long content may wait
 * @param allocator allocator of frames
 * @param payloadChecksum whether this side's frames carry one
 * @param tellsOfEnd whether the channel reports the end of the peer's process, so that silence can only mean a broken
 *     network
 * @param receivingBudget the process's budget for received content of all sessions; the session's is a part of it
 * @param sendingBudget the process's budget for content that waits to be sent: separate, so that received content never
 *     keeps its answers from going out
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

    /** Returns the time without a sign of life after which the peer of a session is lost. */
    long keepAliveNanos(Limits ofSession) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(ofSession.get(Limit.KEEP_ALIVE_MILLIS));
        return tellsOfEnd ? nanos : nanos / SHARE_OF_SILENT_CHANNELS;
    }

    /** Returns the interval of {@link Session#onTick}: several times within each of the times that it measures. */
    public long tickNanos(Limits ofSession) {
        long stall = TimeUnit.MILLISECONDS.toNanos(limits.get(Limit.STALL_MILLIS));
        return Math.max(SHORTEST_TICK_NANOS, Math.min(stall, keepAliveNanos(ofSession)) / TICKS);
    }
}
