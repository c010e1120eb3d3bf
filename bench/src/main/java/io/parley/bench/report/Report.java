package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The report of a run: pages in Markdown, and the plots that they show. Used once. */
public final class Report {
    private static final String PAGE = "report.md";
    private static final String SESSIONS = "sessions.md";
    private static final String STORES = "stores.md";
    private static final String CHANNELS = "channels.md";
    private static final String CHANNEL_NOTES = "channels.notes.md";
    private static final String TRANSACTIONS = "serialized-vs-normal.md";
    private static final String TRANSACTION_NOTES = "serialized-vs-normal.notes.md";
    private static final String REPRESENTATIONS = "representations.md";
    private static final String REPRESENTATION_NOTES = "representations.notes.md";
    /** What people write by hand about goals that are not reached; the report has it after the goals. */
    private static final String NOTES = "notes.md";

    private final Path folder;
    private final RunInfo info;
    private final Results results;
    private final Page page;

    private Report(Path folder, RunInfo info, List<CellResult> results) {
        this.folder = folder;
        this.info = info;
        this.results = new Results(List.copyOf(results));
        this.page = new Page(folder, PAGE, "Benchmarks");
    }

    /**
     * Writes pages and plots into a folder; returns where the first page is.
     *
     * @param program what was run under a name, which has one page alone; else anything
     */
    public static Path write(Path folder, RunInfo info, List<CellResult> results, String program) throws IOException {
        Report report = new Report(folder, info, results);
        return switch (program) {
            case "representations" -> report.representations();
            case "paper003" -> report.paper003();
            case "channels" -> report.channels();
            case "stores" -> report.stores();
            default -> report.write();
        };
    }

    /** Writes pages and plots of a run without a name. */
    public static Path write(Path folder, RunInfo info, List<CellResult> results) throws IOException {
        return write(folder, info, results, "");
    }

    private Path write() throws IOException {
        head();
        goals();
        page.notes("What stands in the way", folder.resolve(NOTES));
        page.section("Plots");
        page.plots(SuitePlots.all(results));
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
        Goal.judge(Goal.all(), results, page);
    }

    private void sessions() throws IOException {
        if (results.all().stream().anyMatch(result -> result.suite().equals("session"))) {
            new SessionsPage(results, info, new Page(folder, SESSIONS, "Sessions of n messages")).write();
            page.section("Sessions of n messages");
            page.paragraph("The HHFR paper's sessions, negotiation and break-even have a [page of their own]("
                    + SESSIONS + ").");
        }
    }

    private void transactions() throws IOException {
        if (!results.of(TransactionsPage.SUITE).isEmpty()) {
            paper003();
            page.section("Serialized against normal payloads");
            page.paragraph("The payload paper's transactions have a [page of their own](" + TRANSACTIONS + ").");
        }
    }

    private Path paper003() throws IOException {
        Page own = new Page(folder, TRANSACTIONS, "Serialized against normal payloads");
        return new TransactionsPage(results, info, own, folder.resolve(TRANSACTION_NOTES)).write();
    }

    private Path channels() throws IOException {
        Page own = new Page(folder, CHANNELS, "Channels");
        return new ChannelsPage(results, info, own, folder.resolve(CHANNEL_NOTES)).write();
    }

    private Path stores() throws IOException {
        return new StoresPage(results, info, new Page(folder, STORES, "Context stores")).write();
    }

    private Path representations() throws IOException {
        Page own = new Page(folder, REPRESENTATIONS, "Representations");
        return new RepresentationsPage(results, info, own, folder.resolve(REPRESENTATION_NOTES)).write();
    }

    private void tables() {
        Set<String> suites = new LinkedHashSet<>();
        page.section("All cells");
        page.paragraph(
                "*processor* is the processor time of client and server for each call, *sleeps* how often one of their threads went to",
                "sleep for it. *× blocking*, *× netty*, *× grpc* and *× cxf* are the median as a multiple of that rival's with the same work, so less than",
                "1 is faster than it. Ints and lists are held against the floor of as many bytes of doubles where none was",
                "measured with themselves: it looks at no byte. In `serialize` and `deserialize`, *on the wire* is the length",
                "of what is encoded.");
        results.all().stream()
                .map(CellResult::suite)
                .filter(suite -> !suite.equals(TransactionsPage.SUITE))
                .forEach(suites::add);
        for (String suite : suites) {
            page.part("Suite " + suite);
            Table table = new Table(
                    "workload",
                    "system",
                    "threads",
                    "median",
                    "p99",
                    "processor",
                    "sleeps",
                    "calls/s",
                    "allocated",
                    "on the wire",
                    "× blocking",
                    "× netty",
                    "× grpc",
                    "× cxf");
            results.of(suite).forEach(result -> row(table, result));
            page.table(table);
        }
    }

    private void row(Table table, CellResult result) {
        List<String> cells = new ArrayList<>(List.of(
                result.workload(),
                result.system(),
                Integer.toString(result.threads()),
                Amounts.time(result.medianUs()),
                Amounts.time(result.p99Us()),
                Table.processor(result),
                Table.sleeps(result),
                Amounts.number(result.opsPerS()),
                Amounts.size(result.allocBytes()),
                Amounts.size(result.wireBytes())));
        for (Contender rival : List.of(Contender.BLOCKING, Contender.NETTY, Contender.GRPC, Contender.CXF)) {
            cells.add(results.rival(rival, result.suite(), result.workload(), result.threads())
                    .map(found -> Amounts.number(result.medianUs() / found.medianUs()))
                    .orElse(Table.ABSENT));
        }
        table.row(cells.toArray(String[]::new));
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
