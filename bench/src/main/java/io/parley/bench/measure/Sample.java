package io.parley.bench.measure;

import com.sun.management.ThreadMXBean;
import io.parley.bench.contest.Tasks;
import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.openjdk.jmh.util.ListStatistics;

/** Times of calls, and the memory they allocated. Used by one thread. */
public final class Sample {
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final double MICRO = 1_000;
    private static final double PERCENT = 100;

    private final ListStatistics micros = new ListStatistics();
    private long allocated;

    /** Something that is measured. */
    public interface Action {
        /** Does it once. */
        void run() throws Exception;

        /** Does it once; wraps what it throws. */
        default void make() {
            try {
                run();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("a call failed: " + e, e);
            }
        }
    }

    /** Makes calls until the time is up, but at least one. */
    public static void warmUp(Action calls, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        do {
            calls.make();
        } while (System.nanoTime() - end < 0);
    }

    /**
     * Runs callers until the time is up, each on a thread of its own; returns the times of all calls.
     *
     * @param callers each makes one call and lets the sample time it
     * @throws IOException if one of them failed
     */
    public static Sample of(List<Consumer<Sample>> callers, Duration time) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(callers.size());
        try {
            List<Callable<Sample>> tasks = new ArrayList<>();
            for (Consumer<Sample> caller : callers) {
                tasks.add(() -> {
                    Sample own = new Sample();
                    warmUp(() -> caller.accept(own), time);
                    return own;
                });
            }
            Sample all = new Sample();
            // All callers have ended here: after a failure none makes a call while the system is being closed.
            for (Future<Sample> caller : threads.invokeAll(tasks)) {
                all.add(Tasks.done(caller));
            }
            return all;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while callers were waited for");
        } finally {
            threads.shutdownNow();
        }
    }

    /** Makes a call and records its time. */
    public void time(Action call) {
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        call.make();
        long took = System.nanoTime() - begin;
        allocated += THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
        micros.addValue(took / MICRO);
    }

    /** Returns the quantile of the times in microseconds, for a part between 0 and 1. */
    public double micros(double part) {
        return micros.getPercentile(PERCENT * part);
    }

    /** Returns the number of calls. */
    public int count() {
        return (int) micros.getN();
    }

    private void add(Sample other) {
        other.micros.getRawData().forEachRemaining(time -> micros.addValue(time.getKey()));
        allocated += other.allocated;
    }

    /** Returns the bytes that the calling thread allocated per call. */
    double allocated() {
        return allocated / (double) count();
    }

    /** Returns the result of a cell with one thread. */
    CellResult result(String suite, String system, String workload, double wireBytes, Map<String, Double> more) {
        return result(new CellResult.Key(suite, system, workload), allocated(), wireBytes, more);
    }

    /** Returns the result of a cell whose allocated bytes were measured otherwise. */
    CellResult result(CellResult.Key cell, double allocatedBytes, double wireBytes, Map<String, Double> more) {
        return CellResult.timed(cell, micros, allocatedBytes, wireBytes).with(more);
    }
}
