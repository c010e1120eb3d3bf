package io.parley.bench;

import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Wait for a quiet machine before a run. Earlier work may still affect the load average, for example the build of this
 * program, since the average covers the last minute. If the machine does not become quiet, the wait ends after two
 * minutes.
 */
record Calm(DoubleSupplier load, Pause pause, Progress progress) {
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** A sleep of a given time; replaced in tests. */
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    /** Waits until the machine is quiet or the time is up; returns the last load average. */
    double await() throws IOException {
        double now = load.getAsDouble();
        if (now > RunInfo.QUIET_LOAD) {
            progress.waits(now, RunInfo.QUIET_LOAD, LONGEST);
        }
        Duration waited = Duration.ZERO;
        while (now > RunInfo.QUIET_LOAD && waited.compareTo(LONGEST) < 0) {
            try {
                pause.of(STEP);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while the machine was not quiet yet", e);
            }
            waited = waited.plus(STEP);
            now = load.getAsDouble();
        }
        return now;
    }
}
