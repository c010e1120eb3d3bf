package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Report of a run: pages in Markdown, and the charts that they show. Used once. */
public final class Report {
    private final Path folder;
    private final RunInfo info;
    private final Results results;
    private final Page page;

    private Report(Path folder, RunInfo info, List<CellResult> results) {
        this.folder = folder;
        this.info = info;
        this.results = new Results(List.copyOf(results));
        this.page = page("report.md", "Benchmarks");
    }

    /**
     * Writes pages and charts into a folder; returns the path of the first page.
     *
     * @param program name of the program that was run, which has a single page; any other text for a run without a
     *     program
     */
    public static Path write(Path folder, RunInfo info, List<CellResult> results, String program) throws IOException {
        Report report = new Report(folder, info, results);
        return switch (program) {
            case "representations" ->
                new RepresentationsPage(report.results, info, report.page("representations.md", "Representations"))
                        .write();
            case "paper003" -> report.paper003();
            case "channels" -> new ChannelsPage(report.results, info, report.page("channels.md", "Channels")).write();
            case "stores" -> new StoresPage(report.results, info, report.page("stores.md", "Context stores")).write();
            default -> report.write();
        };
    }

    private Path write() throws IOException {
        head();
        goals();
        page.notes("What stands in the way", "notes.md");
        page.section("Plots");
        page.plots(new SuitePlots(results).all());
        sessions();
        transactions();
        new FurtherFigures(results, page).write();
        new Paper002(results, page).write();
        tables();
        rivals();
        return page.write();
    }

    private void head() {
        page.paragraph(
                "Written by the command below; how to read it stands in [README.md](README.md). The results are in",
                "[results.jsonl](results.jsonl).");
        page.origin(info);
    }

    private void goals() {
        page.section("Goals");
        Goal.judge("report", results, page);
    }

    private void sessions() throws IOException {
        if (!results.of("session").isEmpty()) {
            new SessionsPage(results, info, page("sessions.md", "Sessions of n messages")).write();
            page.section("Sessions of n messages");
            page.paragraph(
                    "The HHFR paper's sessions, negotiation and break-even have a [page of their own](sessions.md).");
        }
    }

    private void transactions() throws IOException {
        if (!results.of(TransactionsPage.SUITE).isEmpty()) {
            paper003();
            page.section("Serialized against normal payloads");
            page.paragraph("The payload paper's transactions have a [page of their own](serialized-vs-normal.md).");
        }
    }

    private Path paper003() throws IOException {
        return new TransactionsPage(
                        results, info, page("serialized-vs-normal.md", "Serialized against normal payloads"))
                .write();
    }

    private Page page(String file, String title) {
        return new Page(folder, file, title);
    }

    private void tables() {
        page.section("All cells");
        page.paragraph(
                "*processor* is the processor time of client and server for each call, *sleeps* how often one of their threads went to",
                "sleep for it. *× blocking*, *× netty*, *× grpc* and *× cxf* are the median as a multiple of that rival's with the same work, so less than",
                "1 is faster than it. Ints and lists are held against the floor of as many bytes of doubles where none was",
                "measured with themselves: it looks at no byte. In `serialize` and `deserialize`, *on the wire* is the length",
                "of what is encoded.");
        List<Column<CellResult>> columns = new ArrayList<>(List.of(
                Columns.WORKLOAD,
                Columns.SYSTEM,
                Columns.THREADS,
                Columns.MEDIAN,
                Columns.P99,
                Columns.PROCESSOR,
                Columns.SLEEPS,
                Columns.rate("calls/s"),
                Columns.ALLOCATED,
                Columns.WIRE));
        for (Contender rival : List.of(Contender.BLOCKING, Contender.NETTY, Contender.GRPC, Contender.CXF)) {
            columns.add(new Column<>(
                    "× " + rival.word(),
                    result -> results.rival(rival, result.suite(), result.workload(), result.threads())
                            .map(found -> Amounts.number(result.medianUs() / found.medianUs()))
                            .orElse(Table.ABSENT)));
        }
        results.all().stream()
                .map(CellResult::suite)
                .filter(suite -> !suite.equals(TransactionsPage.SUITE))
                .distinct()
                .forEach(suite -> {
                    page.part("Suite " + suite);
                    page.table(Table.of(results.of(suite), columns));
                });
    }

    /** Returns a table with a row for each result. */
    public static Table table(List<CellResult> results) {
        return Table.of(
                results,
                new Column<>("suite", CellResult::suite),
                new Column<>("cell", result -> result.system() + "/" + result.workload()),
                Columns.THREADS,
                Columns.MEDIAN,
                Columns.P99,
                Columns.PROCESSOR,
                Columns.SLEEPS,
                Columns.rate("calls/s"),
                Columns.ALLOCATED,
                Columns.WIRE);
    }

    private void rivals() {
        page.section("The rivals beside their baselines");
        page.paragraph(
                "Medians of an echo by one thread, beside those that the rivals reached by themselves on a machine with two",
                "processors (*baseline*). One that is more than " + Amounts.number(Baseline.TOLERANCE)
                        + " times slower here is to be looked into before anything is",
                "said about it; what was found stands above, under what stands in the way.");
        Table table = new Table("workload", "system", "median", "baseline", "ratio", "more than allowed");
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
        page.table(table);
    }
}
