package io.parley.testkit.campaign;

import io.parley.context.StoreSettings;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The clock of a campaign's process, which is wrong by the seconds of a system property; elapsed time is measured
 * correctly.
 */
final class ShiftedClock {
    private static final String SETTING = "parley.campaign.clock-shift-seconds";
    private static final Duration SHIFT = Duration.ofSeconds(Long.getLong(SETTING, 0));

    private ShiftedClock() {}

    /** Returns the JVM option for a clock that is wrong by {@code shift}. */
    static String option(Duration shift) {
        return "-D" + SETTING + "=" + shift.toSeconds();
    }

    /** Returns the settings of a store with this process's clock. */
    static StoreSettings store() {
        StoreSettings settings = StoreSettings.defaults();
        return SHIFT.isZero() ? settings : settings.withClock(clock());
    }

    /** Returns the builder of a runtime with this process's clock. */
    static ParleyRuntime.Builder runtime() {
        return SHIFT.isZero()
                ? ParleyRuntime.builder()
                : ParleyRuntime.builder().timers(new Shifted());
    }

    private static InstantSource clock() {
        return () -> Instant.now().plus(SHIFT);
    }

    /** Timers with the shifted clock, which live as long as the process. */
    private static final class Shifted implements Timers {
        private final Timers right = Timers.system();
        private final InstantSource clock = clock();

        @Override
        public long nanoTime() {
            return right.nanoTime();
        }

        @Override
        public Timer schedule(Runnable task, Duration delay) {
            return right.schedule(task, delay);
        }

        @Override
        public Instant instant() {
            return clock.instant();
        }
    }
}
