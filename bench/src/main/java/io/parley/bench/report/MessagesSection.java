package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Section about the TDXML paper: its tables 1 and 2, its figure 5, and processor time. */
record MessagesSection(Results results) {
    static final String SUITE = "messages";
    private static final String SOAP = "soap";
    private static final List<Integer> CROWDS = List.of(4, 16, 32);
    private static final double PERCENT = 100;

    void fill(Page page) throws IOException {
        page.put("envelopes", table(1, cell -> Amounts.size(Results.more(cell, "envelope_bytes")) + saved(cell)))
                .put("envelope-goals", goals())
                .put("wire", table(1, cell -> Amounts.size(cell.wireBytes())))
                .put("most-calls", mostCalls())
                .put("figure-5", List.of(latency()));
        for (int threads : CROWDS) {
            page.put("calls-" + threads, table(threads, cell -> Amounts.number(cell.opsPerS())));
        }
        for (int threads : List.of(1, 4, 16, 32)) {
            page.put("latency-" + threads, table(threads, cell -> Amounts.time(cell.medianUs())));
        }
        for (int threads : List.of(1, 16)) {
            page.put(
                    "processor-" + threads,
                    table(
                            threads,
                            cell -> Amounts.time(cell.more("cpu_us").orElse(0)) + " ("
                                    + Math.round(
                                            PERCENT * cell.more("cpu_share").orElse(0)) + ")"));
        }
    }

    private Table goals() {
        Table goals = new Table("goal", "shape", "bound", "found", "met");
        goal(goals, "simple", 0.75);
        goal(goals, "medium", 0.60);
        goal(goals, "complex", 0.55);
        beside(goals, "tdxml", 0.74);
        beside(goals, "tdxml-elements", 0.74);
        return goals;
    }

    private void goal(Table table, String shape, double bound) {
        double found = envelope("tdxml-elements", shape) / envelope(SOAP, shape);
        row(table, "bytes, times those of SOAP", shape, bound, found);
    }

    private void beside(Table table, String way, double bound) {
        double found = wire(way, "jpeg") / wire(SOAP, "jpeg");
        row(table, "bytes on the wire by " + way + ", times those of SOAP", "jpeg", bound, found);
    }

    private static void row(Table table, String what, String shape, double bound, double found) {
        String met = Double.isNaN(found) ? "open" : found <= bound ? "yes" : "**no**";
        table.row(what, shape, "≤ " + bound, Amounts.number(found), met);
    }

    private double envelope(String way, String shape) {
        return Results.figure(find(way, shape, 1), cell -> Results.more(cell, "envelope_bytes"));
    }

    private double wire(String way, String shape) {
        return Results.figure(find(way, shape, 1), CellResult::wireBytes);
    }

    private String saved(CellResult cell) {
        double part = Results.more(cell, "envelope_bytes") / envelope(SOAP, cell.workload());
        return Double.isNaN(part) || cell.system().equals(SOAP) ? "" : " (" + Math.round(PERCENT * (1 - part)) + ")";
    }

    /** Returns the most calls that a number of threads reached. */
    private Table mostCalls() {
        return Table.of(
                "",
                ways(),
                shapes(),
                (way, shape) -> CROWDS.stream()
                        .flatMap(threads -> find(way, shape, threads).stream())
                        .max(Comparator.comparingDouble(CellResult::opsPerS))
                        .map(cell -> Amounts.number(cell.opsPerS())));
    }

    private Plot latency() {
        return new Plot(
                "Figure 5: latency",
                "paper000-figure-5.png",
                Charts.bars(
                        "Figure 5: latency, one thread",
                        "message",
                        "microseconds (logarithmic)",
                        List.copyOf(shapes()),
                        ways(),
                        (way, shape) -> Results.figure(find(way, shape, 1), CellResult::medianUs)));
    }

    private Table table(int threads, Function<CellResult, String> figure) {
        return Table.of(
                "", ways(), shapes(), (way, shape) -> find(way, shape, threads).map(figure));
    }

    private Set<String> ways() {
        return results.systems(SUITE);
    }

    private Set<String> shapes() {
        return results.workloads(SUITE);
    }

    private Optional<CellResult> find(String way, String shape, int threads) {
        return results.of(SUITE).stream()
                .filter(cell -> cell.system().equals(way) && cell.workload().equals(shape) && cell.threads() == threads)
                .findFirst();
    }
}
