package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.context.Durability;
import io.parley.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store that declares {@link Durability#MEDIA} and writes to files in its own process has forced what it wrote before it
 * tells anybody that it is done. A kill leaves the operating system's cache alone, so only the system calls tell what a loss of
 * power would do; they are seen by strace, without which the test is skipped and says so.
 */
public abstract class ContextForceContract {
    private static final Pattern ACKNOWLEDGED = Pattern.compile("write\\(1<[^>]*>, \"\\d+ \\d+");
    private static final Path STRACE = Path.of("/usr/bin/strace");
    private static final int TOLD = 50;

    protected abstract DurablePlace place() throws Exception;

    @Test
    void theMediumIsForcedBeforeAnythingIsAcknowledged(@TempDir Path folder) throws Exception {
        if (!Files.isExecutable(STRACE)) {
            System.out.println("Skipped: there is no " + STRACE + " to see system calls with");
            Assumptions.abort("no strace");
        }
        Path trace = folder.resolve("trace");
        try (DurablePlace place = place()) {
            writeTraced(place.address(), trace);
        }
        assertForcedBetweenTellings(trace);
    }

    private static void writeTraced(String address, Path trace) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                STRACE.toString(),
                "-f",
                "-y",
                "-o",
                trace.toString(),
                "-e",
                "trace=fsync,fdatasync,write,pwrite64",
                "-s",
                "20"));
        command.addAll(JavaProgram.of(RestlessWriter.class, address, "traced")
                .options("-Xint")
                .command());
        Process writer = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i <= TOLD && said.readLine() != null; i++) {
                // Each line but the first is an acknowledgement.
            }
        } finally {
            writer.descendants().forEach(ProcessHandle::destroyForcibly);
            writer.destroyForcibly();
        }
        assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Whether a system call, as strace prints it with the paths of files, writes what is to be forced. */
    protected boolean writesWhatIsToBeForced(String call) {
        return call.contains("pwrite64(");
    }

    private void assertForcedBetweenTellings(Path trace) throws IOException {
        boolean isForced = true;
        int told = 0;
        int forced = 0;
        for (String call : Files.readAllLines(trace, StandardCharsets.ISO_8859_1)) {
            if (call.contains("fsync(") || call.contains("fdatasync(")) {
                isForced = true;
                forced++;
            } else if (writesWhatIsToBeForced(call)) {
                isForced = false;
            } else if (ACKNOWLEDGED.matcher(call).find()) {
                assertThat(isForced)
                        .as("what was written is forced before %s", call)
                        .isTrue();
                told++;
            }
        }
        assertThat(told).isGreaterThanOrEqualTo(TOLD - 1);
        assertThat(forced).isPositive();
    }
}
