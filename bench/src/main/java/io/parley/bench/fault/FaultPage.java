package io.parley.bench.fault;

import io.parley.bench.report.Column;
import io.parley.bench.report.Page;
import io.parley.bench.report.Table;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The page about faults: the configuration of each system, and a table for each fault. */
final class FaultPage {
    private FaultPage() {}

    static void write(Path file, List<Outcome> outcomes, RunInfo run) throws IOException {
        new Page(file, "faults", run)
                .put("systems", systems())
                .put(
                        "faults",
                        Arrays.stream(Fault.values())
                                .map(fault -> section(fault, outcomes))
                                .collect(Collectors.joining("\n")))
                .write();
    }

    private static String systems() {
        StringBuilder systems = new StringBuilder("| system | set up |\n|---|---|\n");
        Rivals.all().forEach((name, rival) -> systems.append("| " + name + " | " + rival.setUp() + " |\n"));
        return systems.toString();
    }

    private static String section(Fault fault, List<Outcome> outcomes) {
        String title = capital(fault.name().replace('_', ' ').toLowerCase(Locale.ROOT));
        return "## " + title + "\n\n" + capital(fault.sentence()) + ".\n\n"
                + table(fault, outcomes).markdown();
    }

    /** Returns the table of a fault, for the systems that were tried. */
    static Table table(Fault fault, List<Outcome> outcomes) {
        List<Column<Outcome>> columns = new ArrayList<>();
        columns.add(new Column<>("system", Outcome::system));
        columns.add(new Column<>("ended", outcome -> outcome.ended().isEmpty() ? "–" : outcome.ended()));
        if (!fault.hasNeighbour()) {
            columns.add(new Column<>("answered", outcome -> Long.toString(outcome.answered())));
            columns.add(new Column<>("refused", outcome -> Long.toString(outcome.refused())));
            columns.add(new Column<>("unknown", outcome -> Long.toString(outcome.unknown())));
            columns.add(new Column<>("doubled", outcome -> Long.toString(outcome.doubled())));
            columns.add(new Column<>("lost", outcome -> Long.toString(outcome.lost())));
        }
        columns.add(new Column<>(
                fault.hasNeighbour() ? "neighbour's pause" : "pause", outcome -> outcome.longestPauseMillis() + " ms"));
        columns.add(new Column<>("server", outcome -> outcome.serverMib() + " MiB"));
        columns.add(new Column<>("client", outcome -> outcome.clientMib() + " MiB"));
        return Table.of(
                outcomes.stream()
                        .filter(outcome -> outcome.fault().equals(fault.name()))
                        .toList(),
                columns);
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
