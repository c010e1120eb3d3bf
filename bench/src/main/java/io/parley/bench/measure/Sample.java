package io.parley.bench.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;

/** Times of calls that are made one after the other. Used by one thread. */
public final class Sample {
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final int FIRST_ROOM = 1_024;
    private static final double MICRO = 1_000;
    private static final double MICROS = 1e6;

    private long[] nanos = new long[FIRST_ROOM];
    private int count;
    private long allocated;

    /** Makes calls until the time is up, but at least one. */
    public static void warmUp(Runnable calls, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        do {
            calls.run();
        } while (System.nanoTime() - end < 0);
    }

    /** Makes a call. */
    public void time(Runnable call) {
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        call.run();
        long took = System.nanoTime() - begin;
        allocated += THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = took;
    }

    /** The time below which that part of all calls lies, in microseconds. */
    public double micros(double part) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.round(part * (count - 1))] / MICRO;
    }

    /** How many. */
    public int count() {
        return count;
    }

    /** Adds the calls of another one, which was used by a thread that has ended. */
    public void add(Sample other) {
        nanos = Arrays.copyOf(nanos, count + other.count);
        System.arraycopy(other.nanos, 0, nanos, count, other.count);
        count += other.count;
        allocated += other.allocated;
    }

    double perSecond() {
        return MICROS / (Arrays.stream(nanos, 0, count).average().orElseThrow() / MICRO);
    }

    /** What the calling thread allocated for a call. */
    double allocated() {
        return allocated / (double) count;
    }
}
