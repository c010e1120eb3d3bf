package io.parley.examples.instances;

import java.util.List;
import java.util.SplittableRandom;

/** Random choices of the generator. */
final class Chance {
    private final SplittableRandom random;

    Chance(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Returns true with probability 1/times. */
    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    long bits() {
        return random.nextLong();
    }

    byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    double fraction() {
        return random.nextDouble();
    }

    <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    @SafeVarargs
    final <T> T of(T... all) {
        return all[random.nextInt(all.length)];
    }
}
