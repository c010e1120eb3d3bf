package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests two sessions under a seeded scheduler; the name of a failed test is its seed. The system property {@code
 * parley.simulation.seeds} runs more of them.
 */
class SimulationTest {
    private static final int STEPS = 600;
    /**
     * Codes of an application's refusal, of a request without memory, and of a response without memory, whose request
     * may have been dispatched.
     */
    private static final Set<ErrorCode> REFUSALS = Set.of(ErrorCode.INTERNAL, ErrorCode.BUDGET, ErrorCode.LIMIT);

    /** Totals of all runs: messages that were read while they arrived, and bytes that were placed. */
    private static long read;

    private static long placed;

    @AfterAll
    static void someAreReadWhileTheyComeAndPlaced() {
        assertThat(read).isPositive();
        assertThat(placed).isPositive();
    }

    static LongStream seeds() {
        return LongStream.range(0, Long.getLong("parley.simulation.seeds", 100));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyMessageAndSideStreamArrivesWholeAndOnce(long seed) {
        try (Simulation simulation = new Simulation(seed)) {
            for (int i = 0; i < STEPS; i++) {
                simulation.step();
            }
            simulation.finish();
            simulation.checkEveryRequestEndedTruthfully();
            simulation.checkEveryOneWayArrived();
            assertThat(simulation.failures.values())
                    .allSatisfy(why -> assertThat(why.code()).isIn(REFUSALS));
            assertThat(simulation.answered).isNotEmpty();
            read += simulation.arrivals.read;
            placed += simulation.arrivals.placed;
            assertThat(simulation.sides.arrived).as("side streams that came").isPositive();
            simulation.drain();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noCutLosesOrRepeatsAnythingOfASessionThatIsResumed(long seed) {
        Random cuts = new Random(seed + 1_000_003);
        try (Simulation simulation = new Simulation(seed, true)) {
            for (int i = 0; i < STEPS; i++) {
                simulation.step();
                if (cuts.nextInt(20) == 0) {
                    simulation.cutAndResume();
                }
            }
            simulation.finish();
            simulation.checkEveryRequestEndedTruthfully();
            simulation.checkEveryOneWayArrived();
            assertThat(simulation.failures.values())
                    .allSatisfy(why -> assertThat(why.code()).isIn(REFUSALS));
            assertThat(simulation.answered).isNotEmpty();
            simulation.drain();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void tracksThatOvertakeEachOtherLoseAndRepeatNothing(long seed) {
        try (Simulation simulation = new Simulation(seed, false, 2 + new Random(seed).nextInt(8))) {
            for (int i = 0; i < STEPS; i++) {
                simulation.step();
            }
            simulation.finish();
            simulation.checkEveryRequestEndedTruthfully();
            simulation.checkEveryOneWayArrived();
            assertThat(simulation.failures.values())
                    .allSatisfy(why -> assertThat(why.code()).isIn(REFUSALS));
            assertThat(simulation.answered).isNotEmpty();
            simulation.drain();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noCutLosesOrRepeatsAnythingWhereTracksOvertakeEachOther(long seed) {
        Random cuts = new Random(seed + 1_000_003);
        try (Simulation simulation = new Simulation(seed, true, 2 + new Random(seed).nextInt(8))) {
            for (int i = 0; i < STEPS; i++) {
                simulation.step();
                if (cuts.nextInt(20) == 0) {
                    simulation.cutAndResume();
                }
            }
            simulation.finish();
            simulation.checkEveryRequestEndedTruthfully();
            simulation.checkEveryOneWayArrived();
            simulation.drain();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void afterACutEveryRequestEndsAndSaysTruthfullyWhetherItMayHaveBeenDispatched(long seed) {
        try (Simulation simulation = new Simulation(seed)) {
            int steps = new Random(seed).nextInt(STEPS);
            for (int i = 0; i < steps; i++) {
                simulation.step();
            }
            simulation.cut();
            simulation.checkEveryRequestEndedTruthfully();
        }
    }
}
