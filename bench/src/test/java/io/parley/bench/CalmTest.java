package io.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CalmTest {
    private final StringWriter said = new StringWriter();
    private Duration waited = Duration.ZERO;

    @Test
    void aQuietMachineIsNotWaitedFor() throws Exception {
        assertThat(await(0.5, 0.5)).isEqualTo(0.5);
        assertThat(waited).isZero();
        assertThat(said.toString()).isEmpty();
    }

    @Test
    void whatWasDoneBeforeIsWaitedFor() throws Exception {
        assertThat(await(0.6, 0.46)).isEqualTo(0.46);
        assertThat(waited).isEqualTo(Duration.ofSeconds(10));
        assertThat(said.toString()).contains("the load is 0.60", "until it is 0.5");
    }

    @Test
    void otherWorkIsWaitedForTwoMinutes() throws Exception {
        assertThat(await(30, 30)).isEqualTo(30);
        assertThat(waited).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void aMachineWithoutALoadAverageIsNotWaitedFor() throws Exception {
        assertThat(await(-1, -1)).isNegative();
        assertThat(waited).isZero();
    }

    /** Waits with a load that changes from the first to the second value after ten seconds. */
    private double await(double first, double later) throws Exception {
        return new Calm(
                        () -> waited.toSeconds() < 10 ? first : later,
                        time -> waited = waited.plus(time),
                        new Progress(new PrintWriter(said)))
                .await();
    }
}
