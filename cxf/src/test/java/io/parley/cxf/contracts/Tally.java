package io.parley.cxf.contracts;

import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The operations that services ran, in order, each with its argument. Thread-safe. */
final class Tally {
    private static final long PATIENCE_SECONDS = 60;

    private final List<Run> runs = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();

    /**
     * An operation that ran.
     *
     * @param call its name and argument
     * @param again true if the service was told that it may have run before
     */
    record Run(String call, boolean again) {}

    void add(String call, boolean again) {
        runs.add(new Run(call, again));
    }

    /** Records a request that ended before an operation ran. */
    void refused() {
        refusals.incrementAndGet();
    }

    /** Waits for the effect of one call, since a one-way caller returns earlier; returns what ran. */
    List<String> takeOfOneCall() {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> !runs.isEmpty() || refusals.get() > 0);
        return take();
    }

    /** Waits for at least this many runs; returns all since the last time. */
    List<String> take(int atLeast) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> runs.size() >= atLeast);
        return take();
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    /** Returns what ran since the last time. */
    List<String> take() {
        List<String> calls = runs.stream().map(Run::call).toList();
        runs.clear();
        refusals.set(0);
        return calls;
    }

    int size() {
        return runs.size();
    }
}
