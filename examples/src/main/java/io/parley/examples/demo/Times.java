package io.parley.examples.demo;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Durations of calls. Not thread-safe. */
final class Times {
    private final long[] nanos;
    private int size;

    Times(int most) {
        nanos = new long[most];
    }

    void add(long callNanos) {
        nanos[size++] = callNanos;
    }

    /** Returns the total time of all calls in milliseconds. */
    double totalMillis() {
        return millis(Arrays.stream(nanos, 0, size).sum());
    }

    /** Returns the median time of a call in milliseconds. */
    double medianMillis() {
        if (size == 0) {
            throw new IllegalStateException("no call was timed");
        }
        long[] sorted = Arrays.copyOf(nanos, size);
        Arrays.sort(sorted);
        int middle = size / 2;
        return size % 2 == 1 ? millis(sorted[middle]) : (millis(sorted[middle - 1]) + millis(sorted[middle])) / 2;
    }

    static double millis(long nanos) {
        return (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
    }
}
