package io.parley.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReachTest {
    @Test
    void whereThereIsAnotherChannelSilenceCostsASecond() {
        assertThat(Reach.within(Duration.ofMillis(5), false)).isEqualTo(Duration.ofMillis(1_020));
    }

    @Test
    void whoWasSlowToAnswerTheOfferIsWaitedForLonger() {
        assertThat(Reach.within(Duration.ofMillis(700), false)).isEqualTo(Duration.ofMillis(3_800));
        assertThat(Reach.within(Duration.ofSeconds(9), false)).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void theHeadStartIsAQuarterOfASecondAndTwoRoundTrips() {
        assertThat(Reach.headStart(Duration.ofMillis(5))).isEqualTo(Duration.ofMillis(260));
        assertThat(Reach.headStart(Duration.ofSeconds(9))).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void theLastChannelHasAllTheTimeThatItsOwnLimitsLeaveIt() {
        assertThat(Reach.within(Duration.ofMillis(5), true)).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void onlyWhatAnotherChannelMayDoBetterIsAReasonToTryIt() {
        assertThat(Reach.fails(FallbackReason.CONNECT_TIMEOUT)).isTrue();
        assertThat(Reach.fails(FallbackReason.GOING_AWAY)).isFalse();
    }
}
