package io.parley.bench.fault;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultProcessTest {
    @TempDir
    Path folder;

    /** A program that prints another line than is expected, and ends. */
    static final class Ends {
        private Ends() {}

        public static void main(String[] args) {
            System.out.println("another line");
        }
    }

    @Test
    void aProcessThatEndsEarlyIsReportedWithTheFileOfItsErrors() throws Exception {
        try (FaultProcess process = FaultProcess.start(Ends.class, folder, "server", List.of())) {
            assertThatIOException()
                    .isThrownBy(() -> process.await("ready"))
                    .withMessageContainingAll(
                            "expected the line ready",
                            folder.resolve("server.err").toString());
        }
    }
}
