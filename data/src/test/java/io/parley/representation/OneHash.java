package io.parley.representation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Different texts with the same hash code, with which an attacker makes a hash table compare each with each. */
public final class OneHash {
    private OneHash() {}

    /**
     * Returns that number of texts: "Aa" and "BB" have the same hash code, and so have all sequences of the same number
     * of them.
     */
    public static List<String> texts(int count) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        List<String> texts = IntStream.range(0, count)
                .mapToObj(number -> IntStream.range(0, bits)
                        .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining()))
                .toList();
        assertThat(new HashSet<>(texts)).hasSize(count);
        assertThat(texts.stream().map(String::hashCode).distinct()).hasSize(1);
        return texts;
    }
}
