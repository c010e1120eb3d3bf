package io.parley.examples.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Tests 20 seconds of what {@code ./campaign soak} does for ten, and its evaluation; {@code -Dparley.soak=600} sets the
 * seconds.
 */
class SoakTest {
    private static final int SECONDS = Integer.getInteger("parley.soak", 20);

    @Test
    void mixedWorkWithCancelsLeavesNothingBehind() throws Exception {
        List<String> progress = new ArrayList<>();

        SoakReport report = SoakCampaign.run(Duration.ofSeconds(SECONDS), 1, progress::add);

        System.out.println(report.toJson());
        assertThat(report.unexpected()).as("%s", progress).isEmpty();
        assertThat(report.drifts()).as("%s", progress).isEmpty();
        assertThat(report.leaks()).isEmpty();
        assertThat(report.samples()).hasSizeGreaterThan(Drift.MIN_SAMPLES);
        for (Tally.End end : List.of(Tally.End.ANSWERED, Tally.End.CANCELLED, Tally.End.TIMED_OUT, Tally.End.REFUSED)) {
            assertThat(report.ends().get(end)).as(end.label()).isPositive();
        }
    }

    @Test
    void whatGrowsAllTheTimeIsDrift() {
        assertThat(Drift.in(samples(minute -> 5_000_000 * minute)))
                .singleElement()
                .satisfies(drift -> {
                    assertThat(drift.kind()).isEqualTo(Resources.Kind.PINNED);
                    assertThat(drift.perMinute()).isEqualTo(5_000_000);
                });
    }

    @Test
    void whatFillsUpOrIsOddOnceIsNoDrift() {
        assertThat(Drift.in(samples(minute -> Math.min(minute, 2) * 50_000_000)))
                .isEmpty();
        assertThat(Drift.in(samples(minute -> minute == 7 ? 100_000_000 : 0))).isEmpty();
        assertThat(Drift.in(samples(minute -> minute == 10 ? 100_000_000 : 0))).isEmpty();
        assertThat(Drift.in(samples(minute -> minute % 2 * 100_000_000))).isEmpty();
    }

    @Test
    void aShortRunIsJudgedByWhatNoPoolKeeps() {
        List<Resources> seconds = LongStream.rangeClosed(0, 6)
                .map(look -> 5 * look)
                .mapToObj(second -> new Resources(
                        second,
                        second << 25,
                        second << 26,
                        second << 20,
                        10 * second,
                        20 * second,
                        second,
                        second << 20))
                .toList();
        assertThat(Drift.in(seconds).stream().map(Drift::kind))
                .containsExactly(Resources.Kind.PINNED, Resources.Kind.SESSIONS, Resources.Kind.RESERVED);
    }

    private static List<Resources> samples(LongUnaryOperator pinned) {
        return LongStream.rangeClosed(0, 10)
                .mapToObj(minute ->
                        new Resources(60 * minute, 1 << 25, 1 << 26, pinned.applyAsLong(minute), 100, 80, 10, 0))
                .toList();
    }
}
