package io.parley.bench;

import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Waits for what was done before to be over, which may be the build of this very program: a load average has the last minute in it. Where
 * other work goes on it does not wait for ever.
 */
final class Calm {
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final DoubleSupplier load;
    private final Pause pause;
    private final Progress progress;

    Calm(DoubleSupplier load, Pause pause, Progress progress) {
        this.load = load;
        this.pause = pause;
        this.progress = progress;
    }

    /** Lets time go by. */
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    /** Returns the load that there is in the end. */
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
