package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import io.parley.bench.transaction.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The page about the payload paper: serialized against normal payloads. */
final class TransactionsPage {
    static final String SUITE = "paper003";

    private final Results results;
    private final Page page;
    private final RunInfo info;
    private final Path notes;

    /**
     * @param notes what was written by hand about the findings, if it is there
     */
    TransactionsPage(Results results, RunInfo info, Page page, Path notes) {
        this.results = results;
        this.info = info;
        this.page = page;
        this.notes = notes;
    }

    /** The results of one series, by size. */
    static List<CellResult> of(Results results, String lane) {
        return results.of(SUITE).stream()
                .filter(result -> lane(result).equals(lane))
                .sorted(Comparator.comparingDouble(TransactionPlots::megabytes))
                .toList();
    }

    /** All series, in the order in which they were measured. */
    static Set<String> lanes(Results results) {
        Set<String> lanes = new LinkedHashSet<>();
        results.of(SUITE).forEach(result -> lanes.add(lane(result)));
        return lanes;
    }

    private static String lane(CellResult result) {
        return result.workload().substring(0, result.workload().indexOf('@'));
    }

    Path write() throws IOException {
        page.paragraph(
                "What the payload paper measured: a small request whose answer is a payload, *normal* (XML) or *serialized*, by SOAP over",
                "HTTP and over JMS; and the same with what there is today. What the names mean stands in [README.md](README.md).");
        page.origin(info);
        findings();
        page.notes("Further findings", notes);
        definitions();
        transactions();
        for (String lane : lanes(results)) {
            series(lane);
        }
        page.section("Plots");
        page.paragraph("Numbered as in the paper.");
        page.plots(TransactionPlots.all(results));
        return page.write();
    }

    private void findings() {
        page.section("The paper's findings today");
        page.paragraph(
                "Judged by the medians of this run, size by size: in how many sizes the first is more than the second, and the median of their",
                "ratios. *Holds* is in all sizes, *in part* in some.");
        page.table(new Paper003(results).table());
    }

    private void definitions() {
        page.section("What the figures are");
        page.paragraph(
                "Each transaction is a single shot of JMH (SingleShotTime), made once the one before has ended; its time is JMH's, what is",
                "within it is measured by the application. Medians.");
        page.table(new Table("figure", "from", "to")
                .row("transaction", "JMH calls", "its return, with the application's own deserialization")
                .row("server response", "the request's arrival at the chain", "the answer handed to the transport")
                .row("client response", "the first of the answer", "the object ready")
                .row("generation", "the service asked for a payload", "the payload made")
                .row(
                        "serialization",
                        "the payload made",
                        "its bytes in memory if the application makes them, else handed to the transport, which then overlaps")
                .row(
                        "deserialization",
                        "the bytes at the application, if that reads them, else the first of the answer",
                        "the object ready")
                .row("CPU, allocated", "mean of a transaction", "what each of the two JVMs spent during it")
                .row("GC", "mean of a transaction", "pauses that began during it, by flight recorder"));
    }

    private void transactions() {
        page.section("Transaction time");
        List<CellResult> sizes = of(results, lanes(results).iterator().next());
        Table table = new Table(row("series", sizes, size -> megabytes(size) + " MB"));
        for (String lane : lanes(results)) {
            table.row(row(lane, of(results, lane), each -> Amounts.time(each.medianUs())));
        }
        page.table(table);
    }

    private static String megabytes(CellResult result) {
        return result.workload().substring(result.workload().indexOf('@') + 1).replace("MB", "");
    }

    private static String[] row(String name, List<CellResult> cells, Function<CellResult, String> text) {
        return Stream.concat(Stream.of(name), cells.stream().map(text)).toArray(String[]::new);
    }

    private void series(String lane) {
        page.part(lane);
        Table table = new Table(
                "MB",
                "transaction",
                "server response",
                "client response",
                "generation",
                "serialization",
                "deserialization",
                "CPU server",
                "CPU client",
                "allocated server",
                "allocated client",
                "GC server",
                "GC client");
        for (CellResult each : of(results, lane)) {
            table.row(
                    megabytes(each),
                    time(each, Figures.TRANSACTION),
                    time(each, Figures.SERVER_RESPONSE),
                    time(each, Figures.CLIENT_RESPONSE),
                    time(each, Figures.GENERATION),
                    time(each, Figures.SERIALIZATION),
                    time(each, Figures.DESERIALIZATION),
                    time(each, Figures.SERVER_CPU),
                    time(each, Figures.CLIENT_CPU),
                    size(each, Figures.SERVER_ALLOCATION),
                    size(each, Figures.CLIENT_ALLOCATION),
                    time(each, Figures.SERVER_PAUSES),
                    time(each, Figures.CLIENT_PAUSES));
        }
        page.table(table);
    }

    private static String time(CellResult result, String figure) {
        return Amounts.time(result.more(figure).orElseThrow());
    }

    private static String size(CellResult result, String figure) {
        return Amounts.size(result.more(figure).orElseThrow());
    }
}
