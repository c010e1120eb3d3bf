package io.parley.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void theMedianIsTheMiddleValueOrTheMeanOfBoth() {
        assertThat(Median.of(9, 1, 5)).isEqualTo(5);
        assertThat(Median.of(9, 1, 5, 7)).isEqualTo(6);
        assertThat(Median.of(4)).isEqualTo(4);
        assertThat(Median.of()).isNaN();
    }
}
