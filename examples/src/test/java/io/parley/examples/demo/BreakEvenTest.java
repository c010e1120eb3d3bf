package io.parley.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BreakEvenTest {

    /** The HHFR paper, section 5.4, prints 2.88 for these inputs; they give 2.63. */
    @Test
    void theFloatsOfThePaperBreakEvenAtItsInputsNotAtItsPrintedFigure() {
        assertThat(BreakEven.messages(250, 3780, 4500 + 4800)).isCloseTo(2.63, within(0.005));
    }

    @Test
    void theStringsOfThePaperBreakEvenWhereItSays() {
        assertThat(BreakEven.messages(120, 3580, 4500 + 4800)).isCloseTo(2.69, within(0.005));
    }

    @Test
    void aStreamThatIsNotFasterNeverBreaksEven() {
        assertThat(BreakEven.messages(2, 2, 10)).isNull();
        assertThat(BreakEven.messages(3, 2, 0)).isNull();
    }
}
