package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import org.junit.jupiter.api.Test;

/** Tests that reserved memory for objects is released, and that long messages leave an eighth of it to short ones. */
class ObjectBudgetTest {
    private static final long MOST = 8 * ObjectBudget.SHORT_BYTES;

    private final ObjectBudget budget = new ObjectBudget(MOST);

    @Test
    void longMessagesLeaveAnEighthToShortOnes() {
        assertThat(budget.tryReserve(ObjectBudget.SHORT_BYTES, MOST - ObjectBudget.SHORT_BYTES))
                .isTrue();
        assertThat(budget.tryReserve(ObjectBudget.SHORT_BYTES, 1)).isFalse();
        assertThat(budget.hasRoom()).isFalse();
        assertThat(budget.tryReserve(0, ObjectBudget.SHORT_BYTES)).isTrue();
        assertThat(budget.tryReserve(0, 1)).isFalse();
        assertThat(budget.refusals()).isEqualTo(2);
    }

    @Test
    void whatWasTakenIsGivenBackOnce() {
        ObjectReservation held = new ObjectReservation(budget, null);
        held.reserve(ObjectBudget.SHORT_BYTES);
        held.reserve(ObjectBudget.SHORT_BYTES);
        assertThat(budget.reserved()).isEqualTo(2 * ObjectBudget.SHORT_BYTES);

        held.close();
        held.close();

        assertThat(budget.reserved()).isZero();
    }

    @Test
    void whatIsDecodedAfterTheEndHoldsNothing() {
        ObjectReservation held = new ObjectReservation(budget, null);
        held.close();

        held.reserve(ObjectBudget.SHORT_BYTES);

        assertThat(budget.reserved()).isZero();
    }

    @Test
    void littleMemoryIsSaidAtTheStartUnlessItWasSetByHand() {
        Limits defaults = Limits.defaults();
        long far = 2 * Math.max(Limit.OBJECT_BYTES.initial(), Limit.TOTAL_BYTES.initial());
        assertThat(ObjectBudget.shortage(defaults.with(Limit.MESSAGE_BYTES, 1000)))
                .isEmpty();
        assertThat(ObjectBudget.shortage(defaults.with(Limit.MESSAGE_BYTES, far)))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains(
                                Limit.MESSAGE_BYTES.setting(),
                                Limit.TOTAL_BYTES.setting(),
                                Limit.OBJECT_BYTES.setting()));
        assertThat(ObjectBudget.shortage(defaults.with(Limit.MESSAGE_BYTES, far)
                        .with(Limit.TOTAL_BYTES, 1000)
                        .with(Limit.OBJECT_BYTES, 1000)))
                .isEmpty();
    }
}
