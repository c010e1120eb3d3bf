package io.parley.cxf.endpoint;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/**
 * Latency histogram of calls by one transport, with buckets that double: up to 0.1 ms, 0.2 ms, and so on. Thread-safe.
 */
public final class CallTimes {
    private static final int BUCKETS = 20;
    private static final long FIRST_MICROS = 100;

    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);
    private final LongAdder micros = new LongAdder();

    CallTimes() {}

    /** Returns the upper bounds of all buckets but the last, in microseconds. */
    public static List<Long> bounds() {
        return LongStream.range(0, BUCKETS - 1)
                .map(i -> FIRST_MICROS << i)
                .boxed()
                .toList();
    }

    void record(long nanos) {
        long took = nanos / 1000;
        int number = took <= FIRST_MICROS ? 0 : Long.SIZE - Long.numberOfLeadingZeros((took - 1) / FIRST_MICROS);
        counts.incrementAndGet(Math.min(number, BUCKETS - 1));
        micros.add(took);
    }

    /** Returns the number of calls in each bucket. */
    public List<Long> counts() {
        return LongStream.range(0, BUCKETS)
                .map(i -> counts.get((int) i))
                .boxed()
                .toList();
    }

    /** Returns the total time of all calls in microseconds. */
    public long micros() {
        return micros.sum();
    }
}
