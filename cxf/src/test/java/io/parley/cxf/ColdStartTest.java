package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first negotiation of a JVM is as good as any other, with all settings as by default. */
class ColdStartTest {
    @Test
    void theFirstNegotiationOfAFreshJvmWithBusyProcessorsSucceeds(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        Process fresh = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ColdStart.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(fresh.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            fresh.destroyForcibly();
        }
        assertThat(Files.readString(output))
                .as(Files.readString(output))
                .contains("kind ANSWER", "streamed 1 fallbacks {NEGOTIATING=1}");
    }
}
