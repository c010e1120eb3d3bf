package io.parley.cxf.control;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/** Times of calls by one way, in classes that double: up to 0.1 ms, 0.2 ms, and so on. Thread-safe. */
public final class CallTimes {
    private static final int CLASSES = 20;
    private static final long FIRST_MICROS = 100;

    private final AtomicLongArray counts = new AtomicLongArray(CLASSES);
    private final LongAdder micros = new LongAdder();

    CallTimes() {}

    /** Returns the upper bounds of all classes but the last in microseconds. */
    public static List<Long> bounds() {
        return LongStream.range(0, CLASSES - 1)
                .map(i -> FIRST_MICROS << i)
                .boxed()
                .toList();
    }

    void took(long nanos) {
        long took = nanos / 1000;
        int number = took <= FIRST_MICROS ? 0 : Long.SIZE - Long.numberOfLeadingZeros((took - 1) / FIRST_MICROS);
        counts.incrementAndGet(Math.min(number, CLASSES - 1));
        micros.add(took);
    }

    /** Returns the number of calls in each class. */
    public List<Long> counts() {
        return LongStream.range(0, CLASSES)
                .map(i -> counts.get((int) i))
                .boxed()
                .toList();
    }

    /** Returns the sum of all times in microseconds. */
    public long micros() {
        return micros.sum();
    }
}
