package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The report of a run: a page in Markdown, and the plots that it shows. Used once. */
public final class Report {
    private static final String PAGE = "report.md";
    private static final String ABSENT = "–";

    private final RunInfo info;
    private final Results results;
    private final StringBuilder text = new StringBuilder();

    private Report(RunInfo info, List<CellResult> results) {
        this.info = info;
        this.results = new Results(List.copyOf(results));
    }

    /** Writes page and plots into a folder; returns where the page is. */
    public static Path write(Path folder, RunInfo info, List<CellResult> results) throws IOException {
        Report report = new Report(info, results);
        report.head();
        report.goals();
        report.plots(folder);
        report.tables();
        report.rivals();
        Path page = folder.resolve(PAGE);
        Files.createDirectories(folder);
        Files.writeString(page, report.text);
        return page;
    }

    private void head() {
        line("# Benchmarks");
        line("");
        line("Written by the command below; how to read it stands in [README.md](README.md). The results are in");
        line("[results.jsonl](results.jsonl).");
        line("");
        Table table = new Table("this run", "");
        table.row("command", "`" + info.command() + "`");
        table.row("commit", "`" + info.commit() + "`");
        table.row("machine", info.machine());
        table.row("Java", info.java());
        table.row("began", info.started());
        table.row("load when it began", Amounts.number(info.load()));
        line(table.markdown());
        if (info.disturbed()) {
            line("**Other work ran on this machine: the figures show that everything runs, and nothing else.**");
            line("");
        }
    }

    private void goals() {
        line("## Goals");
        line("");
        line("Ratios of medians of this run. A goal that needs a cell which was not measured is left open.");
        line("");
        Table table = new Table("system", "figure", "goal", "found", "met");
        int open = 0;
        for (Goal goal : Goal.all()) {
            OptionalDouble found = goal.figure().apply(results);
            if (found.isEmpty()) {
                open++;
                continue;
            }
            double value = found.getAsDouble();
            table.row(
                    goal.system().word(),
                    goal.what(),
                    goal.boundInWords(),
                    Amounts.number(value),
                    goal.isMet(value) ? "yes" : "**no**");
        }
        line(table.markdown());
        line(open + " of " + Goal.all().size() + " goals are open. Not measured by any suite yet: the peak of memory"
                + " for one message of 22 MB, and what the plugin adds to a call to a service that is not capable.");
        line("");
    }

    private void plots(Path folder) throws IOException {
        line("## Plots");
        line("");
        for (Plot plot : Plot.all(results)) {
            plot.write(folder);
            line("![" + plot.title() + "](" + plot.file() + ")");
            line("");
        }
    }

    private void tables() {
        Set<String> suites = new LinkedHashSet<>();
        results.all().forEach(result -> suites.add(result.suite()));
        for (String suite : suites) {
            line("## Suite " + suite);
            line("");
            Table table = new Table(
                    "workload",
                    "system",
                    "threads",
                    "median",
                    "p99",
                    "calls/s",
                    "allocated",
                    "on the wire",
                    "× netty",
                    "× grpc",
                    "× cxf");
            results.all().stream()
                    .filter(result -> result.suite().equals(suite))
                    .forEach(result -> row(table, result));
            line(table.markdown());
        }
    }

    private void row(Table table, CellResult result) {
        List<String> cells = new ArrayList<>(List.of(
                result.workload(),
                result.system(),
                Integer.toString(result.threads()),
                Amounts.time(result.medianUs()),
                Amounts.time(result.p99Us()),
                Amounts.number(result.opsPerS()),
                Amounts.size(result.allocBytes()),
                Amounts.size(result.wireBytes())));
        for (Contender rival : List.of(Contender.NETTY, Contender.GRPC, Contender.CXF)) {
            Optional<CellResult> other = results.rival(result, rival);
            cells.add(other.map(found -> Amounts.number(result.medianUs() / found.medianUs()))
                    .orElse(ABSENT));
        }
        table.row(cells.toArray(String[]::new));
    }

    private void rivals() {
        line("## The rivals beside their baselines");
        line("");
        line("Medians that the rivals reached by themselves on a machine with two processors. One that is more than "
                + Amounts.number(Baseline.TOLERANCE)
                + " times slower here is to be looked into before anything is said about it.");
        line("");
        Table table = new Table("workload", "system", "median", "baseline", "ratio", "");
        for (CellResult result : results.all()) {
            Baseline.medianUs(result).ifPresent(known -> {
                double ratio = result.medianUs() / known;
                table.row(
                        result.workload(),
                        result.system(),
                        Amounts.time(result.medianUs()),
                        Amounts.time(known),
                        Amounts.number(ratio),
                        ratio > Baseline.TOLERANCE ? "**slower**" : "");
            });
        }
        line(table.markdown());
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
