package io.parley.testkit.campaign;

import java.util.List;
import java.util.Locale;

/**
 * The result of a restart with many durable sessions. Times are in milliseconds; lists have one for each session, in
 * ascending order.
 *
 * @param bound from the start of the new server's process until its port was bound
 * @param answered from the start of the new server's process until a session received its answer
 * @param waited from a session's call, made while no server was up, until its answer
 * @param lost calls without an answer, or with one though no handler saw them
 * @param doubled calls that a handler saw twice without being marked as redelivered
 * @param redelivered calls that a handler saw and that were marked as redelivered
 * @param used resources of the new server
 */
record StormReport(
        String store,
        int sessions,
        long seed,
        long bound,
        List<Long> answered,
        List<Long> waited,
        long lost,
        long doubled,
        long redelivered,
        Used used)
        implements CampaignReport {
    private static final int MOST_PERCENT = 100;

    /**
     * The resources that a process used.
     *
     * @param peakHeap peak of heap bytes, garbage included
     * @param processorMillis processor time of all its threads, from its start; 0 where the system does not report it
     */
    record Used(long peakHeap, long processorMillis) {}

    @Override
    public boolean isClean() {
        return lost == 0 && doubled == 0 && answered.size() == sessions;
    }

    /** Returns the percentile of the times over all sessions; -1 if too few were answered. */
    private long within(List<Long> times, int percent) {
        long needed = Math.max(1, ((long) sessions * percent + MOST_PERCENT - 1) / MOST_PERCENT);
        return needed <= times.size() ? times.get((int) needed - 1) : -1;
    }

    private long first() {
        return answered.size() == 0 ? -1 : answered.get(0);
    }

    @Override
    public String toJson() {
        return String.format(
                Locale.ROOT,
                "{\"campaign\":\"storm\",\"store\":\"%s\",\"sessions\":%d,\"seed\":%d,\"answered\":%d,\"bound_ms\":%d,"
                        + "\"first_ms\":%d,\"half_ms\":%d,\"all_ms\":%d,\"wait_p50_ms\":%d,\"wait_p99_ms\":%d,"
                        + "\"lost\":%d,\"duplicates_unflagged\":%d,\"redelivered\":%d,\"peak_heap_bytes\":%d,\"processor_ms\":%d}",
                store,
                sessions,
                seed,
                answered.size(),
                bound,
                first(),
                within(answered, 50),
                within(answered, MOST_PERCENT),
                within(waited, 50),
                within(waited, 99),
                lost,
                doubled,
                redelivered,
                used.peakHeap(),
                used.processorMillis());
    }

    @Override
    public String describe() {
        return String.join(
                System.lineSeparator(),
                "storm: " + sessions + " sessions, store " + store + ", seed " + seed,
                "  port bound after       " + bound + " ms",
                "  first answer after     " + first() + " ms",
                "  half answered after    " + within(answered, 50) + " ms",
                "  all answered after     " + within(answered, MOST_PERCENT) + " ms",
                "  wait of a call, p50    " + within(waited, 50) + " ms",
                "  wait of a call, p99    " + within(waited, 99) + " ms",
                "  without an answer      " + (sessions - answered.size()),
                "  lost                   " + lost,
                "  duplicates, unflagged  " + doubled,
                "  redelivered            " + redelivered,
                "  peak heap of server    " + used.peakHeap() / (1024 * 1024) + " MiB",
                "  processor of server    " + used.processorMillis() + " ms");
    }
}
