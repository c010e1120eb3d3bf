package io.parley.bench.loss;

import io.parley.ParleyException;
import io.parley.bench.measure.Sample;
import io.parley.runtime.Conversation;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Work of several callers on one session: each makes one call at a time, whose content the server returns.
 *
 * @param callers number of threads
 * @param bytes size of the content in each direction
 * @param warmUp duration of the calls that are not counted
 * @param measured duration of the calls that are counted
 */
record Calls(int callers, int bytes, Duration warmUp, Duration measured) implements Work {
    static final String CALLS = "calls";
    static final String MEDIAN = "median_ms";
    static final String P99 = "p99_ms";
    static final String MOST = "most_ms";

    private static final double MEDIAN_PART = 0.5;
    private static final double SLOW_PART = 0.99;
    private static final double MICROS_OF_MILLI = 1e3;

    @Override
    public Map<String, Double> run(Opener sessions) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        Conversation session = sessions.open(figures);
        all(session, warmUp, new AtomicInteger());
        AtomicInteger failed = new AtomicInteger();
        Sample calls = all(session, measured, failed);
        figures.put(CALLS, (double) calls.count());
        figures.put(FAILED, failed.doubleValue());
        figures.put(MEDIAN, calls.micros(MEDIAN_PART) / MICROS_OF_MILLI);
        figures.put(P99, calls.micros(SLOW_PART) / MICROS_OF_MILLI);
        figures.put(MOST, calls.micros(1) / MICROS_OF_MILLI);
        return figures;
    }

    private Sample all(Conversation session, Duration time, AtomicInteger failed) throws IOException {
        return Sample.of(Collections.nCopies(callers, sample -> sample.time(() -> call(session, failed))), time);
    }

    /**
     * Makes a call. A failed call is counted with its time; the exception is only rethrown if the session has ended, so
     * that no further calls are possible.
     */
    private void call(Conversation session, AtomicInteger failed) throws IOException {
        try {
            Echo.call(session, bytes);
        } catch (ParleyException e) {
            failed.incrementAndGet();
            if (!session.isOpen()) {
                throw e;
            }
        }
    }

    @Override
    public List<String> names() {
        return List.of(OPENING, CALLS, FAILED, MEDIAN, P99, MOST);
    }
}
