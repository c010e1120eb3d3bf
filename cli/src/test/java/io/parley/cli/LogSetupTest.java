package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.JavaProgram;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class LogSetupTest {
    @TempDir
    private Path folder;

    @Test
    void warningsAreLinesWithoutTraces() throws Exception {
        assertThat(said())
                .contains("WARN  i.parley.cli.LogSetupTest$Logs: careful")
                .doesNotContain("hidden", "\tat ");
    }

    @Test
    void verboseCommandsLogMoreAndTraces() throws Exception {
        assertThat(said("-Dparley.log.level=INFO", "-Dparley.log.traces=true"))
                .contains("INFO  i.parley.cli.LogSetupTest$Logs: hidden", "java.io.IOException: lost", "\tat ");
    }

    private String said(String... options) throws Exception {
        return JavaProgram.brief(Logs.class).options(options).run(folder).said();
    }

    /** Program that logs. */
    static final class Logs {
        private Logs() {}

        public static void main(String[] arguments) {
            LoggerFactory.getLogger(Logs.class).info("hidden");
            LoggerFactory.getLogger(Logs.class).warn("careful", new IOException("lost"));
        }
    }
}
