package io.parley.session;

import io.netty.buffer.ByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import java.util.concurrent.TimeUnit;

/**
 * Settings of one side of a session.
 *
 * @param limits those that are not negotiated: opening bytes, control rate, stall time
 * @param allocator allocator of frames
 * @param payloadChecksum true if this side's frames carry a payload checksum
 * @param tellsOfEnd true if the channel reports the end of the peer's process, so that silence can only mean a broken
 *     network
 * @param receivingBudget the process's budget for received content of all sessions, of which the session's is a part
 * @param sendingBudget the process's budget for queued outgoing content; separate, so that received content cannot
 *     block its responses
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

    /** Returns the nanoseconds of silence after which the peer is lost, if round trips are short. */
    long keepAliveNanos(Limits ofSession) {
        long nanos = longestKeepAliveNanos(ofSession);
        return tellsOfEnd ? nanos : nanos / SHARE_OF_SILENT_CHANNELS;
    }

    /** Returns the nanoseconds of silence after which the peer is lost, however long round trips are. */
    long longestKeepAliveNanos(Limits ofSession) {
        return TimeUnit.MILLISECONDS.toNanos(ofSession.get(Limit.KEEP_ALIVE_MILLIS));
    }

    /** Returns the interval of {@link Session#onTick} in nanoseconds: a fraction of each timeout that it checks. */
    public long tickNanos(Limits ofSession) {
        long stall = TimeUnit.MILLISECONDS.toNanos(limits.get(Limit.STALL_MILLIS));
        return Math.max(SHORTEST_TICK_NANOS, Math.min(stall, keepAliveNanos(ofSession)) / TICKS);
    }
}
