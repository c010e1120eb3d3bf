package io.parley.testkit.beans;

import java.util.List;
import java.util.Random;

/** Random choices. */
record Dice(Random random) {
    <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** Returns true with probability 1 / {@code in}. */
    boolean once(int in) {
        return random.nextInt(in) == 0;
    }
}
