package io.parley.runtime;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.delta.CallerBases;
import io.parley.delta.Memory;
import io.parley.delta.ServiceBases;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Compressions;
import io.parley.session.Budget;
import org.jspecify.annotations.Nullable;

/**
 * What a session keeps for differences, of calls either way, within the process's budget: not within the session's, which
 * the peer counts on for what it sends.
 */
record Differences(CallerBases callers, ServiceBases services) {
    /** Of what is kept, one message may take so much. */
    private static final int SHARE = 4;

    static @Nullable Differences agreed(Agreement agreement, Budget process) {
        if (!agreement.compression().equals(Compressions.DELTA)) {
            return null;
        }
        Limits limits = agreement.limits();
        long most = limits.get(Limit.DELTA_BYTES);
        long message = Math.min(most / SHARE, limits.get(Limit.MESSAGE_BYTES));
        int mostMessage = (int) Math.min(message, Integer.MAX_VALUE - Long.BYTES);
        Memory memory = new Memory() {
            @Override
            public boolean tryReserve(long bytes) {
                return process.tryReserve(bytes);
            }

            @Override
            public void release(long bytes) {
                process.release(bytes);
            }
        };
        return new Differences(new CallerBases(most, mostMessage, memory), new ServiceBases(most, mostMessage, memory));
    }

    /** The session is over. */
    void close() {
        callers.close();
        services.close();
    }
}
