package io.parley.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChannelComparisonTest {
    private static final long MILLIS = 1_000_000;

    private final ChannelComparison comparison = new ChannelComparison();

    /** Makes calls; returns how many were sent over SOAP. */
    private int calls(int calls, long bySoap, long byChannel) {
        int soap = 0;
        for (int i = 0; i < calls; i++) {
            boolean next = comparison.nextBySoap();
            comparison.answered(!next, next ? bySoap : byChannel);
            soap += next ? 1 : 0;
        }
        return soap;
    }

    @Test
    void anOperationThatIsFasterBySoapGoesByItSoon() {
        calls(100, MILLIS, 2 * MILLIS);

        assertThat(calls(30, MILLIS, 2 * MILLIS)).isEqualTo(30);
    }

    @Test
    void anOperationThatIsFasterOnTheChannelStaysThere() {
        assertThat(calls(10_000, 2 * MILLIS, MILLIS)).isLessThanOrEqualTo(10_000 / 100);
    }

    @Test
    void whatIsAboutAsFastStaysWhereItIs() {
        calls(100, 95 * MILLIS / 100, MILLIS);

        assertThat(calls(20, 95 * MILLIS / 100, MILLIS)).isZero();
    }

    @Test
    void aChannelThatBecomesFasterIsTakenAgain() {
        calls(200, MILLIS, 2 * MILLIS);

        calls(10_000, 2 * MILLIS, MILLIS);

        assertThat(calls(100, 2 * MILLIS, MILLIS)).isLessThan(ChannelComparison.EACH + 1);
    }

    @Test
    void callsThatTakeLongAreNotTriedBySoap() {
        assertThat(calls(10_000, 1_000 * MILLIS, 50 * MILLIS)).isZero();
    }

    @Test
    void slowCallsBySoapEndAComparisonAtTheSecond() {
        assertThat(calls(ChannelComparison.FIRST + 20, 19 * MILLIS, MILLIS)).isEqualTo(2);
    }

    @Test
    void oneSlowCallDecidesNothing() {
        boolean[] slow = {true};
        for (int i = 0; i < 100; i++) {
            boolean next = comparison.nextBySoap();
            long bySoap = slow[0] ? 500 * MILLIS : MILLIS;
            slow[0] &= !next;
            comparison.answered(!next, next ? bySoap : 2 * MILLIS);
        }

        assertThat(calls(20, MILLIS, 2 * MILLIS)).isEqualTo(20);
    }

    @Test
    void callsWithoutMeasuredAnswersAreLeftOnTheChannel() {
        int soap = 0;
        for (int i = 0; i < 200; i++) {
            soap += comparison.nextBySoap() ? 1 : 0;
        }

        assertThat(soap).isLessThanOrEqualTo(2 * ChannelComparison.EACH * 2);
        assertThat(comparison.nextBySoap()).isFalse();
    }
}
