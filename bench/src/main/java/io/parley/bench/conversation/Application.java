package io.parley.bench.conversation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * One of the paper's applications with messages of one size.
 *
 * @param name kind and number of items, as in results
 * @param sessions the numbers of messages of the paper's sessions
 * @param message sends one message and returns the answer
 * @param answer the expected answer
 */
record Application(String name, List<Integer> sessions, Function<Calculator, Object> message, Object answer) {
    private static final long SEED = 2_006;
    private static final float RANGE = 1_000;
    private static final int WORD = 8;
    private static final Calculator RIGHT = new CalculatorService();

    /** Returns the applications of the paper's tables 2 and 3, and of its tables 4 and 5. */
    static List<Application> all() {
        List<Application> all = new ArrayList<>();
        for (int count : List.of(2, 4, 8, 64)) {
            all.add(strings(count));
        }
        for (int count : List.of(5, 10, 15)) {
            all.add(floats(count));
        }
        return all;
    }

    /**
     * Sends a message and checks the answer.
     *
     * @throws IllegalStateException if the answer is wrong
     */
    void ask(Calculator calculator) {
        if (!message.apply(calculator).equals(answer)) {
            throw new IllegalStateException(name + " was answered with something else");
        }
    }

    /** Returns the number of messages of the longest session. */
    int longest() {
        return Collections.max(sessions);
    }

    private static Application strings(int count) {
        List<String> words = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < count; i++) {
            words.add(random.ints(WORD, 'a', 'z' + 1)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString());
        }
        return of("strings-" + count, List.of(1, 2, 4, 8), calculator -> calculator.concatenate(words));
    }

    private static Application floats(int count) {
        float[] numbers = new float[count];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextDouble(-RANGE, RANGE);
        }
        return of("floats-" + count, List.of(1, 5, 10, 100), calculator -> calculator.add(numbers));
    }

    private static Application of(String name, List<Integer> sessions, Function<Calculator, Object> message) {
        return new Application(name, sessions, message, message.apply(RIGHT));
    }
}
