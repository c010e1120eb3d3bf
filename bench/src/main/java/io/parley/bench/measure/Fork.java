package io.parley.bench.measure;

import io.parley.bench.contest.Child;
import io.parley.bench.document.Documents;
import io.parley.bench.plan.Cell;
import io.parley.bench.plan.Run;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runner of a {@link Probe} in a JVM of its own. */
final class Fork {
    private Fork() {}

    /**
     * Runs a probe until it ends.
     *
     * @param jvm options of the JVM
     * @param log file to which the output other than results is appended
     * @throws IOException if the probe fails
     */
    static List<CellResult> run(Run run, List<String> jvm, Path log) throws IOException {
        List<String> options = new ArrayList<>(jvm);
        String corpus = System.getProperty(Documents.CORPUS, "");
        if (!corpus.isEmpty()) {
            options.add("-D" + Documents.CORPUS + "=" + corpus);
        }
        try (Child probe = Child.start(
                "the probe",
                Child.command(Probe.class, options, arguments(run)),
                ProcessBuilder.Redirect.appendTo(log.toFile()))) {
            try {
                return results(probe, log);
            } finally {
                // A probe does not read its input, so it would not end when that is closed.
                probe.process().destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + run.cell() + " was measured", e);
        }
    }

    private static List<CellResult> results(Child probe, Path log) throws IOException, InterruptedException {
        List<CellResult> results = new ArrayList<>();
        for (Optional<String> line = probe.line(); line.isPresent(); line = probe.line()) {
            results.add(Json.read(line.get(), CellResult.class));
        }
        if (probe.process().waitFor() != 0) {
            throw new IOException("it could not be measured; what its JVM said is in " + log);
        }
        return results;
    }

    private static List<String> arguments(Run run) {
        Cell cell = run.cell();
        return List.of(
                cell.suite().word(),
                cell.system().word(),
                cell.workload(),
                Long.toString(run.pace().iteration().toMillis()),
                Integer.toString(run.pace().warmUps()),
                Integer.toString(run.pace().iterations()));
    }
}
