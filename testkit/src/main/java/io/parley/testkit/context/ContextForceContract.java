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
 * Contract of a store that declares {@link Durability#MEDIA} and writes to files in its own process: written data is
 * forced to the medium before it is acknowledged. A kill does not lose the operating system's cache, so only the system
 * calls show what a power failure would do; they are recorded with strace, without which the test prints that it is
 * skipped.
 */
public abstract class ContextForceContract {
    private static final Pattern ACKNOWLEDGED = Pattern.compile("write\\(1<[^>]*>, \"\\d+ \\d+");
    private static final Pattern ACKNOWLEDGEMENT = Pattern.compile("\\d+ \\d+");
    private static final Path STRACE = Path.of("/usr/bin/strace");
    private static final int ACKNOWLEDGEMENTS = 50;

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
        assertForcedBetweenAcknowledgements(trace);
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
            String line = said.readLine();
            for (int acknowledged = 0; acknowledged < ACKNOWLEDGEMENTS && line != null; line = said.readLine()) {
                // Other lines are warnings of the JVM, which differ between versions.
                acknowledged += ACKNOWLEDGEMENT.matcher(line).lookingAt() ? 1 : 0;
            }
        } finally {
            writer.descendants().forEach(ProcessHandle::destroyForcibly);
            writer.destroyForcibly();
        }
        assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Returns whether a system call, as strace prints it with the paths of files, writes data that must be forced. */
    protected boolean writesWhatIsToBeForced(String call) {
        return call.contains("pwrite64(");
    }

    private void assertForcedBetweenAcknowledgements(Path trace) throws IOException {
        boolean isForced = true;
        int acknowledged = 0;
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
                acknowledged++;
            }
        }
        assertThat(acknowledged).isGreaterThanOrEqualTo(ACKNOWLEDGEMENTS - 1);
        assertThat(forced).isPositive();
    }
}
