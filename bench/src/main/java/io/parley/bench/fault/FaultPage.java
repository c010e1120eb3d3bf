package io.parley.bench.fault;

import io.parley.bench.report.Column;
import io.parley.bench.report.Table;
import io.parley.bench.result.RunInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page about faults: the configuration of each system, and a table for each fault. */
final class FaultPage {
    private static final String HEAD = """
        # Faults, side by side

        The same faults for Parley and for systems that do such a job today, each set up to bear them by its own means. A server that notes each call
        before it does anything else, and a client with four callers, run in JVMs of their own with a heap of 256 MiB, with a proxy between them; both sides'
        notes are compared. %s, Java %s, loopback, at %s by
        `%s`, load of the machine when it began %.1f; what the figures say is in [faults.notes.md](faults.notes.md).

        | column | meaning |
        |---|---|
        | answered | calls that came back with their own answer |
        | refused | calls that failed and did not run: safe to repeat |
        | unknown | calls that failed and did run: their callers cannot know |
        | doubled | calls that ran more than once, announced to the service or not |
        | lost | answered calls of which the server has no note |
        | pause | longest time between two answers, or from the last one to the end |
        | memory | most that a process had resident |

        """;

    private FaultPage() {}

    static String of(List<Outcome> outcomes, RunInfo run) {
        StringBuilder page =
                new StringBuilder(HEAD.formatted(run.machine(), run.java(), run.commit(), run.command(), run.load()));
        page.append("## Systems\n\n| system | set up |\n|---|---|\n");
        for (Map.Entry<String, Rival> rival : Rivals.all().entrySet()) {
            page.append("| " + rival.getKey() + " | " + rival.getValue().setUp() + " |\n");
        }
        for (Fault fault : Fault.values()) {
            page.append("\n## " + title(fault) + "\n\n" + sentence(fault) + "\n\n");
            page.append(table(fault, outcomes).markdown());
        }
        return page.toString();
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

    private static String title(Fault fault) {
        String name = fault.name().replace('_', ' ').toLowerCase(Locale.ROOT);
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static String sentence(Fault fault) {
        return Character.toUpperCase(fault.sentence().charAt(0))
                + fault.sentence().substring(1) + ".";
    }
}
