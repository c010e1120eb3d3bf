package io.parley.bench.contest;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChildTest {
    /** A program that prints another line than is expected, and ends. */
    static final class Ends {
        private Ends() {}

        public static void main(String[] args) {
            System.out.println("another line");
        }
    }

    @Test
    void aProcessThatEndsEarlyIsNamed() throws Exception {
        try (Child process = Child.start(Ends.class, List.of(), List.of())) {
            assertThatIOException()
                    .isThrownBy(() -> process.await("ready"))
                    .withMessage("expected the line ready, found the end of Ends");
        }
    }
}
