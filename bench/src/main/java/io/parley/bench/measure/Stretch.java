package io.parley.bench.measure;

import com.sun.management.ThreadMXBean;
import io.parley.bench.form.Work;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * Times of work that may be shorter than reading the clock takes: calls are made in batches of some milliseconds each.
 * Used by one thread.
 */
final class Stretch {
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final long BATCH_NANOS = 2_000_000;
    private static final int LEAST_BATCHES = 5;
    private static final double MICRO = 1_000;

    private final ListStatistics micros = new ListStatistics();
    private final double allocated;

    private Stretch(Work work, Duration time) throws Exception {
        int calls = 1;
        long took = batch(work, calls);
        while (took < BATCH_NANOS && calls < 1 << 20) {
            calls = (int) Math.min(1 << 20, Math.max(2L * calls, calls * BATCH_NANOS / Math.max(1, took)));
            took = batch(work, calls);
        }
        long begin = System.nanoTime();
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        long done = 0;
        while (micros.getN() < LEAST_BATCHES || System.nanoTime() - begin < time.toNanos()) {
            micros.addValue(batch(work, calls) / MICRO / calls);
            done += calls;
        }
        allocated = (THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore) / (double) done;
    }

    /** Repeats the work for the given time, but for five batches at least. */
    static Stretch of(Work work, Duration time) throws Exception {
        return new Stretch(work, time);
    }

    private static long batch(Work work, int calls) throws Exception {
        long begin = System.nanoTime();
        long seen = 0;
        for (int call = 0; call < calls; call++) {
            seen += work.run();
        }
        long took = System.nanoTime() - begin;
        if (seen == 0) {
            throw new IllegalStateException("nothing came out of the work");
        }
        return took;
    }

    /** Returns the times of a call, one for each batch. */
    Statistics micros() {
        return micros;
    }

    /** Returns the bytes allocated per call. */
    double allocated() {
        return allocated;
    }
}
