package io.parley.cxf.bus;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** Recent access times of the context store: Oa of the cost model. Thread-safe. */
final class StoreAccess {
    private static final int SAMPLES = 9;

    private final long[] times = new long[SAMPLES];
    private int count;

    synchronized void record(long nanos) {
        times[count % SAMPLES] = nanos;
        count = count + 1 == 2 * SAMPLES ? SAMPLES : count + 1;
    }

    /** Returns the median, which is robust against a cold start; empty without any access yet. */
    synchronized Optional<Duration> time() {
        int known = Math.min(count, SAMPLES);
        if (known == 0) {
            return Optional.empty();
        }
        long[] sorted = Arrays.copyOf(times, known);
        Arrays.sort(sorted);
        return Optional.of(Duration.ofNanos(sorted[known / 2]));
    }
}
