package io.parley.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.representation.OneHash;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeenNamesTest {
    private static final long MOST_NANOS = 1_000_000_000;

    private final SeenNames names = new SeenNames();

    @Test
    void aNameCountsOnceHoweverOftenItComes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> strings = OneHash.texts(300);
        Set<List<String>> expected = new HashSet<>();
        for (int i = 0; i < 5_000; i++) {
            String first = random.nextBoolean() ? "p" : "q";
            String second = strings.get(random.nextInt(strings.size()));
            String third = random.nextBoolean() ? "urn:a" : second;
            assertThat(names.add(first, second, third))
                    .as("seed %d, name %d", seed, i)
                    .isEqualTo(expected.add(List.of(first, second, third)));
        }
        assertThat(names.size()).as("seed " + seed).isEqualTo(expected.size());
    }

    /** Comparing each name with all previous ones would take six seconds. */
    @Test
    void hashFloodingIsNoLookAtAllOfThem() {
        List<String> strings = OneHash.texts(50_000);
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        strings.forEach(string -> names.add(null, new String(string), "urn:a"));
        strings.forEach(string -> names.add(null, string, "urn:a"));

        assertThat(names.size()).isEqualTo(strings.size());
        assertThat(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before)
                .isLessThan(MOST_NANOS);
    }
}
