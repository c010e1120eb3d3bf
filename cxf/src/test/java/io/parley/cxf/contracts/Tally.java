package io.parley.cxf.contracts;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The operations that services ran, in order, each with its argument. Thread-safe. */
final class Tally {
    private final List<Run> runs = new CopyOnWriteArrayList<>();

    /**
     * An operation that ran.
     *
     * @param call its name and its argument
     * @param again whether the service was told that it may have run before
     */
    record Run(String call, boolean again) {}

    void add(String call, boolean again) {
        runs.add(new Run(call, again));
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    /** Returns what ran since the last time that this was asked. */
    List<String> take() {
        List<String> calls = runs.stream().map(Run::call).toList();
        runs.clear();
        return calls;
    }

    int size() {
        return runs.size();
    }
}
