package io.parley.cxf.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.FreePort;
import io.parley.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of which a service in a process of little memory cannot have all at once as objects, though it has their bytes. */
@Timeout(300)
class ObjectMemoryTest {
    private static final int CALLS = 8;

    /** Each a megabyte at most as bytes, and some twenty as objects. */
    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({"hhfr, none, 300000", "hhfr, gzip, 300000", "bnux, none, 150000"})
    void allAreServedInTheEndAndTheServiceLives(String representation, String compression, String texts)
            throws Exception {
        String address = "http://localhost:" + FreePort.find() + "/texts";
        Process service = start("service", address, representation, compression);
        try {
            assertThat(line(service)).isEqualTo(TextsProgram.READY);
            drain(service);
            Process client = start("calls", address, representation, compression, texts, String.valueOf(CALLS));
            try {
                assertThat(line(client))
                        .startsWith("texts: " + CALLS + " calls, ")
                        .endsWith(" streamed, some refused");
                assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(client.exitValue()).isZero();
            } finally {
                client.destroyForcibly();
            }
            assertThat(service.isAlive()).isTrue();
        } finally {
            service.destroyForcibly();
        }
    }

    /** The first line that it says for us; libraries say others. */
    private static String line(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        String line = lines.readLine();
        while (line != null && !line.startsWith("texts:")) {
            line = lines.readLine();
        }
        return String.valueOf(line);
    }

    /** Who says more than a pipe holds waits for a reader. */
    private static void drain(Process process) {
        Thread reader = new Thread(() -> {
            try {
                process.inputReader().transferTo(Writer.nullWriter());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        reader.setDaemon(true);
        reader.start();
    }

    private static Process start(String... arguments) throws IOException {
        return JavaProgram.brief(TextsProgram.class, arguments)
                .options("-Xmx256m", "-XX:+ExitOnOutOfMemoryError")
                .start();
    }
}
