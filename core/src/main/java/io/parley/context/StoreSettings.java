package io.parley.context;

import io.parley.Durations;
import io.parley.Limits;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Settings of a store.
 *
 * @param clock the store's clock; engines with a server use the server's, unless {@link #ownClock}
 * @param ownClock true if {@code clock} was set explicitly
 * @param logRetention time for which the log keeps a change
 * @param sweepEvery interval at which a store removes expired entries
 */
public record StoreSettings(
        Limits limits, InstantSource clock, boolean ownClock, Duration logRetention, Duration sweepEvery) {
    public StoreSettings {
        logRetention = Durations.bounded(logRetention);
        sweepEvery = Durations.bounded(sweepEvery);
    }

    /** Returns settings with default limits, the system's clock, a log of 30 days, and a sweep every 10 seconds. */
    public static StoreSettings defaults() {
        return new StoreSettings(
                Limits.defaults(), InstantSource.system(), false, Duration.ofDays(30), Duration.ofSeconds(10));
    }

    /** Returns a copy with other limits. */
    public StoreSettings with(Limits changed) {
        return new StoreSettings(changed, clock, ownClock, logRetention, sweepEvery);
    }

    /** Returns a copy with another clock, for all engines; for tests. */
    public StoreSettings withClock(InstantSource changed) {
        return new StoreSettings(limits, changed, true, logRetention, sweepEvery);
    }

    /** Returns a copy with another retention of the log. */
    public StoreSettings withLogRetention(Duration changed) {
        return new StoreSettings(limits, clock, ownClock, changed, sweepEvery);
    }

    /** Returns a copy with another interval at which expired entries are removed. */
    public StoreSettings withSweepEvery(Duration changed) {
        return new StoreSettings(limits, clock, ownClock, logRetention, changed);
    }
}
