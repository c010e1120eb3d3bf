package io.parley.bench.plan;

import java.time.Duration;

/**
 * Duration of a measurement.
 *
 * @param warmUps number of iterations whose calls are not counted
 * @param iterations number of iterations whose calls are counted
 * @param iteration duration of an iteration; it is longer if its first call is
 */
public record Pace(int warmUps, int iterations, Duration iteration) {
    /** Returns the duration of the warm-up. */
    public Duration warmUp() {
        return iteration.multipliedBy(warmUps);
    }

    /** Returns the duration of the measured iterations. */
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
