package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reports of runs: pages in Markdown, and the charts that they show. */
public final class Report {
    /** Factor to the baseline above which a slow rival is investigated before its result is used. */
    private static final double TOLERANCE = 1.5;

    private Report() {}

    /**
     * Writes pages and charts into a folder; returns the path of the first page.
     *
     * @param program name of the program that was run, which has a single page; any other text for a run without a
     *     program
     */
    public static Path write(Path folder, RunInfo info, List<CellResult> all, String program) throws IOException {
        Results results = new Results(List.copyOf(all));
        return switch (program) {
            case "representations" -> page(folder, program, info, results, RepresentationsPage::fill);
            case "paper003" -> page(folder, "serialized-vs-normal", info, results, TransactionsPage::fill);
            case "channels" -> page(folder, program, info, results, ChannelsPage::fill);
            case "stores" -> page(folder, program, info, results, StoresPage::fill);
            default -> everything(folder, info, results);
        };
    }

    /** Content of a page with results. */
    private interface Content {
        void fill(Results results, Page page) throws IOException;
    }

    private static Path page(Path folder, String name, RunInfo info, Results results, Content content)
            throws IOException {
        Page page = new Page(folder.resolve(name + ".md"), name, info)
                .origin(
                        info,
                        name.equals("sessions")
                                ? "only what the phone's link takes says something"
                                : "the figures show that everything runs, and nothing else");
        content.fill(results, page);
        return page.write();
    }

    /** Writes the report of a run without a program, and the pages of the papers that have one of their own. */
    private static Path everything(Path folder, RunInfo info, Results results) throws IOException {
        boolean hasSessions = !results.of("session").isEmpty();
        boolean hasTransactions = !results.of(TransactionsPage.SUITE).isEmpty();
        if (hasSessions) {
            page(folder, "sessions", info, results, SessionsPage::fill);
        }
        if (hasTransactions) {
            page(folder, "serialized-vs-normal", info, results, TransactionsPage::fill);
        }
        return page(folder, "report", info, results, (all, page) -> {
            page.put(
                    "sessions",
                    hasSessions
                            ? "The HHFR paper's sessions, negotiation and break-even have a [page of their own](sessions.md)."
                            : "");
            page.put(
                    "transactions",
                    hasTransactions
                            ? "The payload paper's transactions have a [page of their own](serialized-vs-normal.md)."
                            : "");
            fill(all, page);
        });
    }

    private static void fill(Results results, Page page) throws IOException {
        page.put("goals", Goal.judge("report", results))
                .notes("notes.md")
                .put("plots", new SuitePlots(results).all())
                .put("memory", Table.of(results.of("memory"), Columns.of("memory")))
                .put("plain", plain(results))
                .put("headers", StoresPage.headers(results))
                .put("suites", suites(results))
                .put("tolerance", Amounts.number(TOLERANCE))
                .put("rivals", rivals(results));
        new Paper002(results).fill(page);
    }

    private static Table plain(Results results) {
        Table table = new Table("a void call by SOAP", "", "with the plugin", "without", "added");
        for (CellResult result : results.of("plain")) {
            double bytes = result.more("added_alloc_bytes").orElseThrow();
            table.row(
                    "median",
                    "",
                    Amounts.time(result.medianUs()),
                    Amounts.time(Results.more(result, "without_us")),
                    Amounts.number(Results.more(result, "added_us")) + " µs");
            table.row(
                    "allocated by the calling thread",
                    "",
                    Amounts.size(result.allocBytes()),
                    Amounts.size(result.allocBytes() - bytes),
                    Amounts.size(bytes));
        }
        return table;
    }

    private static String suites(Results results) {
        List<Column<CellResult>> columns = Columns.behind(
                List.of(new Column<>("workload", CellResult::workload), new Column<>("system", CellResult::system)),
                "calls");
        for (Contender rival : List.of(Contender.BLOCKING, Contender.NETTY, Contender.GRPC, Contender.CXF)) {
            columns.add(new Column<>(
                    "× " + rival.word(),
                    result -> results.rival(rival, result.suite(), result.workload(), result.threads())
                            .map(found -> Amounts.number(result.medianUs() / found.medianUs()))
                            .orElse(Table.ABSENT)));
        }
        return results.all().stream()
                .map(CellResult::suite)
                .filter(suite -> !suite.equals(TransactionsPage.SUITE))
                .distinct()
                .map(suite -> Page.part(
                        "Suite " + suite, Table.of(results.of(suite), columns).markdown()))
                .collect(Collectors.joining());
    }

    /** Returns a table with a row for each result. */
    public static Table table(List<CellResult> results) {
        return Table.of(
                results,
                Columns.behind(
                        List.of(
                                new Column<>("suite", CellResult::suite),
                                new Column<>("cell", result -> result.system() + "/" + result.workload())),
                        "calls"));
    }

    /**
     * Returns how much slower rivals were than each measured alone on a machine with two processors over loopback, with
     * JDK 17: whether a rival is slower in a run than it could be. On another machine this is only a hint.
     */
    private static Table rivals(Results results) {
        Map<String, Double> baseline = Page.lines("baseline.properties")
                .map(line -> line.split(" = ", 2))
                .collect(Collectors.toMap(words -> words[0], words -> Double.valueOf(words[1])));
        Table table = new Table("workload", "system", "median", "baseline", "ratio", "more than allowed");
        for (CellResult result : results.of("echo")) {
            Double known = baseline.get(result.system() + "/" + result.workload());
            if (known != null && result.threads() == 1) {
                double ratio = result.medianUs() / known;
                table.row(
                        result.workload(),
                        result.system(),
                        Amounts.time(result.medianUs()),
                        Amounts.time(known),
                        Amounts.number(ratio),
                        ratio > TOLERANCE ? "**slower**" : "");
            }
        }
        return table;
    }
}
