package io.parley.cxf.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.FreePort;
import io.parley.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests messages whose bytes, but not whose objects, fit into the memory of a service all at once. {@code
 * -Dparley.objects=all} tries more representations; {@code ./campaign memory} tries all of them, without CXF.
 */
@Timeout(300)
class ObjectMemoryTest {
    private static final int CALLS = 6;

    @Test
    void compressedTextsAreAllServedInTheEndAndTheServiceLives() throws Exception {
        serveAll("hhfr", "gzip", 300_000);
    }

    @EnabledIfSystemProperty(named = "parley.objects", matches = "all")
    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({"hhfr, none", "bnux, none", "bnux, gzip", "tdxml, none", "xml, gzip"})
    void textsInOtherFormsAreAllServedInTheEnd(String representation, String compression) throws Exception {
        serveAll(representation, compression, 150_000);
    }

    /** Each message has some hundred kilobytes as bytes, and about twenty times as much as objects. */
    private static void serveAll(String representation, String compression, int texts) throws Exception {
        String address = "http://localhost:" + FreePort.find() + "/texts";
        Process service = start(address, representation, compression);
        try {
            assertThat(line(service)).isEqualTo(TextsProgram.READY);
            drain(service);
            TextsProgram.Calls calls = TextsProgram.call(address, representation, compression, texts, CALLS);
            assertThat(calls.streamed()).isGreaterThanOrEqualTo(CALLS);
            assertThat(calls.refused()).isPositive();
            assertThat(service.isAlive()).isTrue();
        } finally {
            service.destroyForcibly();
        }
    }

    /** Returns the first line addressed to the test; libraries print others. */
    private static String line(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        String line = lines.readLine();
        while (line != null && !line.startsWith("texts:")) {
            line = lines.readLine();
        }
        return String.valueOf(line);
    }

    /** Reads further output: a process blocks once its pipe is full. */
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
                .options("-Xmx96m", "-XX:+ExitOnOutOfMemoryError")
                .start();
    }
}
