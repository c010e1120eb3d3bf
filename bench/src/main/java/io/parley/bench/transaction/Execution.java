package io.parley.bench.transaction;

import io.parley.bench.transaction.Effort.Pause;
import java.time.Instant;
import java.util.List;

/** One transaction, with the time of day at which it began and ended. */
record Execution(Instant begin, Instant end, Figures figures) {

    /** For how long a JVM paused meanwhile, in microseconds. */
    double paused(List<Pause> pauses) {
        return pauses.stream()
                .filter(pause -> !pause.begin().isBefore(begin) && pause.begin().isBefore(end))
                .mapToDouble(Pause::micros)
                .sum();
    }
}
