package io.parley.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Durations;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReachTest {
    private static final Reach REACH = Reach.of(Limits.defaults());

    @Test
    void whereThereIsAnotherChannelSilenceCostsASecond() {
        assertThat(REACH.within(Duration.ofMillis(5), false)).isEqualTo(Duration.ofMillis(1_020));
    }

    @Test
    void whoWasSlowToAnswerTheOfferIsWaitedForLonger() {
        assertThat(REACH.within(Duration.ofMillis(700), false)).isEqualTo(Duration.ofMillis(3_800));
        assertThat(REACH.within(Duration.ofSeconds(9), false)).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void theHeadStartIsAQuarterOfASecondAndTwoRoundTrips() {
        assertThat(REACH.headStart(Duration.ofMillis(5))).isEqualTo(Duration.ofMillis(260));
        assertThat(REACH.headStart(Duration.ofSeconds(9))).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void theLastChannelHasAllTheTimeThatItsOwnLimitsLeaveIt() {
        assertThat(REACH.within(Duration.ofMillis(5), true)).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void limitsThatAreSetLongerAreWaitedFor() {
        Limits patient = Limits.defaults()
                .with(Limit.CONNECT_MILLIS, 20_000)
                .with(Limit.HANDSHAKE_MILLIS, 30_000)
                .with(Limit.OPEN_MILLIS, 40_000);

        assertThat(Reach.of(patient).within(Duration.ofMillis(5), true)).isEqualTo(Duration.ofSeconds(91));
        assertThat(Reach.of(patient).within(Duration.ofMinutes(1), false)).isEqualTo(Duration.ofSeconds(91));
        assertThat(Reach.of(Limits.defaults().with(Limit.OPEN_MILLIS, Long.MAX_VALUE))
                        .within(Duration.ZERO, true))
                .isEqualTo(Durations.FOR_EVER);
    }

    @Test
    void onlyWhatAnotherChannelMayDoBetterIsAReasonToTryIt() {
        assertThat(Reach.fails(FallbackReason.CONNECT_TIMEOUT)).isTrue();
        assertThat(Reach.fails(FallbackReason.GOING_AWAY)).isFalse();
    }
}
