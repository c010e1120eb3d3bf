package io.parley.bench;

import io.parley.bench.measure.Turns;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Figures of systems that took turns, a line for each, with ratios to the one named last. */
final class TurnsTable {
    private final PrintWriter out;
    private final boolean apart;

    /** Prints there; with a column for the servers' process if it is a process apart. */
    TurnsTable(PrintWriter out, boolean apart) {
        this.out = out;
        this.apart = apart;
        out.printf(
                Locale.ROOT,
                "%-12s %-16s %8s %12s %12s%s %8s %14s %7s %7s%n",
                "workload",
                "system",
                "calls",
                "median us",
                apart ? "client us" : "processor us",
                apart ? String.format(Locale.ROOT, " %12s", "server us") : "",
                "sleeps",
                "allocated B",
                "median",
                "proc.");
        out.flush();
    }

    void add(String workload, List<Turns.Found> all) {
        Turns.Found last = all.get(all.size() - 1);
        for (Turns.Found one : all) {
            out.printf(
                    Locale.ROOT,
                    "%-12s %-16s %8d %12.1f %12.1f%s %8.2f %14.0f %7.2f %7.2f%n",
                    workload,
                    one.system(),
                    one.calls(),
                    one.median(),
                    one.here().processor(),
                    apart ? String.format(Locale.ROOT, " %12.1f", one.there().processor()) : "",
                    one.together().sleeps(),
                    one.together().bytes(),
                    one.median() / last.median(),
                    one.together().processor() / last.together().processor());
        }
        out.flush();
    }
}
