package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import io.parley.bench.transaction.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The page about the payload paper: serialized payloads compared with normal ones. */
record TransactionsPage(Results results, RunInfo info, Page page) {
    static final String SUITE = "paper003";

    /** Returns the results of one series, by size. */
    static List<CellResult> of(Results results, String lane) {
        return results.of(SUITE).stream()
                .filter(result -> lane(result).equals(lane))
                .sorted(Comparator.comparingDouble(TransactionPlots::megabytes))
                .toList();
    }

    /** Returns all series, in the order of measurement. */
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
        page.notes("Further findings", "serialized-vs-normal.notes.md");
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

    private void findings() throws IOException {
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
        List<Column<String>> columns = new ArrayList<>();
        columns.add(new Column<>("series", lane -> lane));
        for (int i = 0; i < sizes.size(); i++) {
            int at = i;
            columns.add(new Column<>(
                    megabytes(sizes.get(i)) + " MB",
                    lane -> Amounts.time(of(results, lane).get(at).medianUs())));
        }
        page.table(Table.of(lanes(results), columns));
    }

    private static String megabytes(CellResult result) {
        return result.workload().substring(result.workload().indexOf('@') + 1).replace("MB", "");
    }

    private void series(String lane) {
        page.part(lane);
        page.table(Table.of(
                of(results, lane),
                new Column<>("MB", TransactionsPage::megabytes),
                Columns.time("transaction", Figures.TRANSACTION),
                Columns.time("server response", Figures.SERVER_RESPONSE),
                Columns.time("client response", Figures.CLIENT_RESPONSE),
                Columns.time("generation", Figures.GENERATION),
                Columns.time("serialization", Figures.SERIALIZATION),
                Columns.time("deserialization", Figures.DESERIALIZATION),
                Columns.time("CPU server", Figures.SERVER_CPU),
                Columns.time("CPU client", Figures.CLIENT_CPU),
                Columns.size("allocated server", Figures.SERVER_ALLOCATION),
                Columns.size("allocated client", Figures.CLIENT_ALLOCATION),
                Columns.time("GC server", Figures.SERVER_PAUSES),
                Columns.time("GC client", Figures.CLIENT_PAUSES)));
    }
}
