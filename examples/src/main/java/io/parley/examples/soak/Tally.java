package io.parley.examples.soak;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** What became of all that was done. Thread-safe. */
final class Tally {
    private static final int MOST_TOLD = 20;

    /** How one thing ended. */
    enum End {
        ANSWERED,
        CANCELLED,
        TIMED_OUT,
        REFUSED,
        ONE_WAY,
        /** A call whose connection or client was taken away from under it. */
        LOST,
        RECONNECTED,
        ABORTED,
        /** Something that must not be: a wrong answer, or a failure for no reason. */
        UNEXPECTED;

        /** As in a report. */
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<End, LongAdder> ends = new ConcurrentHashMap<>();
    private final List<String> told = new CopyOnWriteArrayList<>();

    void add(End end) {
        ends.computeIfAbsent(end, any -> new LongAdder()).increment();
    }

    void unexpected(String where, Object found) {
        add(End.UNEXPECTED);
        if (told.size() < MOST_TOLD) {
            told.add(where + ": " + found);
        }
    }

    long of(End end) {
        LongAdder known = ends.get(end);
        return known == null ? 0 : known.sum();
    }

    /** All of them, in the order of their declaration. */
    Map<End, Long> all() {
        Map<End, Long> all = new EnumMap<>(End.class);
        for (End end : End.values()) {
            all.put(end, of(end));
        }
        return all;
    }

    /** The first of what was unexpected. */
    List<String> told() {
        return List.copyOf(told);
    }
}
