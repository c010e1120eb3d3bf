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
    /** Starting a JVM and a server, checking an answer, counting bytes, ending. */
    private static final Duration AROUND = Duration.ofSeconds(4);

    /** What a cell takes, all told. */
    Duration estimate() {
        return iteration.multipliedBy(warmUps + iterations).plus(AROUND);
    }

    static Pace seconds(int warmUps, int iterations, int iteration) {
        return new Pace(warmUps, iterations, Duration.ofSeconds(iteration));
    }
}
