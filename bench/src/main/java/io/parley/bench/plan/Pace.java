package io.parley.bench.plan;

import java.time.Duration;

/**
 * How long a cell is measured.
 *
 * @param warmUps iterations whose calls are not counted
 * @param iterations iterations whose calls are
 * @param iteration how long one takes; longer if its first call does
 */
public record Pace(int warmUps, int iterations, Duration iteration) {
    /** How long calls are made that are not counted. */
    public Duration warmUp() {
        return iteration.multipliedBy(warmUps);
    }

    /** How long calls are counted. */
    public Duration measured() {
        return iteration.multipliedBy(iterations);
    }

    static Pace seconds(int warmUps, int iterations, int iteration) {
        return new Pace(warmUps, iterations, Duration.ofSeconds(iteration));
    }

    static Pace millis(int warmUps, int iterations, int iteration) {
        return new Pace(warmUps, iterations, Duration.ofMillis(iteration));
    }
}
