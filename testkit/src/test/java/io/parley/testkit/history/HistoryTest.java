package io.parley.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.history.Findings.Kind;
import io.parley.testkit.history.History.Sent;
import org.junit.jupiter.api.Test;

/** Tests that the checker finds the single fault of each history, and reports none in valid ones that look similar. */
class HistoryTest {
    private static final int SESSION = 3;

    private final History history = new History();

    @Test
    void aHistoryInWhichAllHoldsIsClean() {
        call(0);
        handled(true, 0, false);
        history.answered(SESSION, 0, 0);
        acceptedMessage(1);
        handled(false, 1, false);
        acceptedMessage(2);
        handled(false, 2, false);
        Findings findings = history.check();
        assertThat(findings.isClean()).as("%s", findings.examples()).isTrue();
        assertThat(findings.acknowledged()).isEqualTo(3);
    }

    @Test
    void anAcceptedMessageThatNoHandlerSawIsLost() {
        acceptedMessage(0);
        expect(Kind.LOST);
    }

    @Test
    void anAnsweredCallThatNoHandlerSawIsLost() {
        call(0);
        history.answered(SESSION, 0, 0);
        expect(Kind.LOST);
    }

    @Test
    void aHandledCallThatIsNeverAnsweredIsLost() {
        call(0);
        handled(true, 0, false);
        expect(Kind.LOST);
    }

    @Test
    void aCallThatWasNamedAndNeverAnsweredIsLost() {
        call(0);
        history.sent(SESSION, Sent.NAMED, 0);
        expect(Kind.LOST);
    }

    @Test
    void aMessageThatComesAgainUnflaggedIsDoubled() {
        acceptedMessage(0);
        handled(false, 0, false);
        handled(false, 0, false);
        expect(Kind.DOUBLED);
    }

    @Test
    void aMessageThatComesAgainAndSaysSoIsNoFault() {
        acceptedMessage(0);
        acceptedMessage(1);
        handled(false, 0, false);
        handled(false, 1, false);
        history.handled("second", false, SESSION, 0, true);
        history.handled("second", false, SESSION, 1, true);
        assertThat(history.check().examples()).isEmpty();
    }

    @Test
    void aProcessThatWasPausedMayFinishWhatAnotherTookOver() {
        for (int number = 0; number < 3; number++) {
            acceptedMessage(number);
        }
        handled(false, 0, false);
        history.handled("second", false, SESSION, 1, true);
        history.handled("second", false, SESSION, 2, false);
        handled(false, 1, false);
        assertThat(history.check().examples()).isEmpty();
    }

    @Test
    void aMessageBehindALaterOneIsReordered() {
        acceptedMessage(0);
        acceptedMessage(1);
        handled(false, 1, false);
        handled(false, 0, false);
        expect(Kind.REORDERED);
    }

    @Test
    void aMessageThatAnotherProcessFirstSeesBehindALaterOneIsReordered() {
        acceptedMessage(0);
        acceptedMessage(1);
        handled(false, 1, false);
        history.handled("second", false, SESSION, 0, true);
        expect(Kind.REORDERED);
    }

    @Test
    void callsAndMessagesOfOtherSessionsAreInNoOrder() {
        call(0);
        call(1);
        handled(true, 1, false);
        handled(true, 0, false);
        history.answered(SESSION, 0, 0);
        history.answered(SESSION, 1, 1);
        acceptedMessage(2);
        handled(false, 2, false);
        history.sent(SESSION + 1, Sent.MESSAGE, 0);
        history.handled("first", false, SESSION + 1, 0, false);
        assertThat(history.check().examples()).isEmpty();
    }

    @Test
    void aMessageThatNobodySentIsInvented() {
        handled(false, 0, false);
        expect(Kind.INVENTED);
    }

    @Test
    void aHandledCallWhoseSenderWasToldThatItIsUnsentIsInvented() {
        call(0);
        history.sent(SESSION, Sent.UNSENT, 0);
        handled(true, 0, false);
        history.answered(SESSION, 0, 0);
        expect(Kind.INVENTED);
    }

    @Test
    void theAnswerToAnotherCallIsMixedUp() {
        call(0);
        call(1);
        handled(true, 0, false);
        handled(true, 1, false);
        history.answered(SESSION, 0, 1);
        history.answered(SESSION, 1, 1);
        expect(Kind.MIXED_UP);
    }

    @Test
    void aMessageThatWasNotAcceptedMayBeLost() {
        history.sent(SESSION, Sent.MESSAGE, 0);
        call(1);
        assertThat(history.check().isClean()).isTrue();
    }

    private void call(int number) {
        history.sent(SESSION, Sent.CALL, number);
    }

    private void acceptedMessage(int number) {
        history.sent(SESSION, Sent.MESSAGE, number);
        history.sent(SESSION, Sent.ACCEPTED, number);
    }

    private void handled(boolean call, int number, boolean again) {
        history.handled("first", call, SESSION, number, again);
    }

    private void expect(Kind kind) {
        Findings findings = history.check();
        for (Kind each : Kind.values()) {
            assertThat(findings.count(each))
                    .as("%s %s", each, findings.examples())
                    .isEqualTo(each == kind ? 1 : 0);
        }
        assertThat(findings.isClean()).isFalse();
    }
}
