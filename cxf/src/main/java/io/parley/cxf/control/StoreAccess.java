package io.parley.cxf.control;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** Recent access times of the context store: Oa of the cost model. Thread-safe. */
final class StoreAccess {
    private static final int KEPT = 9;

    private final long[] times = new long[KEPT];
    private int count;

    synchronized void took(long nanos) {
        times[count % KEPT] = nanos;
        count = count + 1 == 2 * KEPT ? KEPT : count + 1;
    }

    /** The median, which bears a cold start; empty if it was not asked yet. */
    synchronized Optional<Duration> time() {
        int known = Math.min(count, KEPT);
        if (known == 0) {
            return Optional.empty();
        }
        long[] sorted = Arrays.copyOf(times, known);
        Arrays.sort(sorted);
        return Optional.of(Duration.ofNanos(sorted[known / 2]));
    }
}
