package io.parley.examples.soak;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** Counters of the outcomes of all actions. Thread-safe. */
final class Tally {
    private static final int MAX_DESCRIBED = 20;

    /** Outcome of one action. */
    enum End {
        ANSWERED,
        CANCELLED,
        TIMED_OUT,
        REFUSED,
        ONE_WAY,
        /** Call whose connection or client was closed during the call. */
        LOST,
        RECONNECTED,
        ABORTED,
        /** Failure of the test: a wrong answer or an unexplained exception. */
        UNEXPECTED;

        /** Returns the name for reports. */
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<End, LongAdder> ends = new ConcurrentHashMap<>();
    private final List<String> described = new CopyOnWriteArrayList<>();

    void add(End end) {
        ends.computeIfAbsent(end, any -> new LongAdder()).increment();
    }

    void unexpected(String where, Object found) {
        add(End.UNEXPECTED);
        if (described.size() < MAX_DESCRIBED) {
            described.add(where + ": " + found);
        }
    }

    long of(End end) {
        LongAdder known = ends.get(end);
        return known == null ? 0 : known.sum();
    }

    /** Returns all counters, in order of declaration. */
    Map<End, Long> all() {
        Map<End, Long> all = new EnumMap<>(End.class);
        for (End end : End.values()) {
            all.put(end, of(end));
        }
        return all;
    }

    /** Returns descriptions of the first unexpected outcomes. */
    List<String> described() {
        return List.copyOf(described);
    }
}
