package io.parley.bench.measure;

import io.parley.bench.contest.Jvm;
import io.parley.bench.document.Documents;
import io.parley.bench.plan.Cell;
import io.parley.bench.plan.Run;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link Probe} in a JVM of its own. */
final class Fork {
    private Fork() {}

    /**
     * Runs it to its end.
     *
     * @param jvm options
     * @param log what it says beside its results is added to that file
     * @throws IOException if it fails
     */
    static List<CellResult> run(Run run, List<String> jvm, Path log) throws IOException {
        Process process = new ProcessBuilder(command(run, jvm))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("it could not be measured; what its JVM said is in " + log);
            }
            List<CellResult> results = new ArrayList<>();
            for (String line : printed.lines().toList()) {
                results.add(ResultFile.result(line));
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + run.cell() + " was measured", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Where documents of others are, if this JVM was told. */
    private static List<String> corpus() {
        String folder = System.getProperty(Documents.CORPUS, "");
        return folder.isEmpty() ? List.of() : List.of("-D" + Documents.CORPUS + "=" + folder);
    }

    private static List<String> command(Run run, List<String> jvm) {
        Cell cell = run.cell();
        List<String> options = new ArrayList<>(jvm);
        options.addAll(corpus());
        return Jvm.command(
                Probe.class,
                options,
                List.of(
                        cell.suite().word(),
                        cell.system().word(),
                        cell.workload(),
                        Long.toString(run.pace().iteration().toMillis()),
                        Integer.toString(run.pace().warmUps()),
                        Integer.toString(run.pace().iterations())));
    }
}
