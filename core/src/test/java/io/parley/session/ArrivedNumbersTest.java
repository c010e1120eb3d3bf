package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArrivedNumbersTest {
    private final ArrivedNumbers numbers = new ArrivedNumbers();

    @Test
    void eachComesOnceInWhateverOrder() {
        Random random = new Random(1);
        List<Long> order = new ArrayList<>();
        for (long i = 1; i <= 100_000; i++) {
            order.add(i);
        }
        for (int i = 0; i < order.size(); i += 500) {
            Collections.shuffle(order.subList(i, Math.min(order.size(), i + 700)), random);
        }
        Set<Long> came = new HashSet<>();
        long upTo = 0;
        for (long number : order) {
            assertThat(numbers.add(number, "x")).isTrue();
            came.add(number);
            assertThat(numbers.add(number, "x")).isFalse();
            while (came.contains(upTo + 1)) {
                upTo++;
            }
            assertThat(numbers.upTo()).isEqualTo(upTo);
            assertThat(numbers.isMissingAny()).isEqualTo(came.size() > upTo);
        }
        assertThat(numbers.upTo()).isEqualTo(100_000);
    }

    @Test
    void oneThatIsTooFarAheadIsRefused() {
        assertThat(numbers.add(ArrivedNumbers.MOST_AHEAD + 1L, "x")).isTrue();
        assertThatThrownBy(() -> numbers.add(ArrivedNumbers.MOST_AHEAD + 2L, "x"))
                .isInstanceOf(ParleyException.class);
        assertThatThrownBy(() -> numbers.add(0, "x")).isInstanceOf(ParleyException.class);
    }
}
