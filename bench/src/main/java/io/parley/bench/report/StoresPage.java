package io.parley.bench.report;

import io.parley.bench.conversation.Figures;
import io.parley.bench.result.CellResult;
import java.util.List;
import java.util.Optional;

/**
 * The page about context stores: engines compared with the disk, the HHFR paper's figure 8, header blocks by URI, and
 * the paper's table 6.
 */
final class StoresPage {
    private static final String SUITE = "stores";
    private static final String SOAP = "soap-";
    private static final String GET = "get-contents";
    /** Time of an access over a wired network in the HHFR paper, section 5.3. */
    private static final double PAPER_WIRED_US = 20_000;

    private static final double LEAST_FASTER = 10;

    private StoresPage() {}

    static void fill(Results results, Page page) {
        page.put("engines", engines(results))
                .put("access", bySoap(results))
                .put("headers", headers(results))
                .put("before", tableSix(results));
    }

    private static Table engines(Results results) {
        List<Column<CellResult>> columns = Columns.of("engines");
        columns.add(new Column<>(
                "allocated",
                result -> result.workload().startsWith("open") ? Table.ABSENT : Amounts.size(result.allocBytes())));
        return Table.of(
                results.of(SUITE).stream()
                        .filter(result -> !result.system().startsWith(SOAP))
                        .toList(),
                columns);
    }

    /** Returns the paper's figure 8: the time to access the context store. */
    private static Table bySoap(Results results) {
        Table table = new Table("store", "setContents, median", "p99", "getContents, median", "p99", "faster", "met");
        for (String system : results.systems(SUITE)) {
            Optional<CellResult> get = results.find(SUITE, system, GET);
            Optional<CellResult> set = results.find(SUITE, system, "set-contents");
            if (get.isPresent() && set.isPresent()) {
                double faster = PAPER_WIRED_US / get.get().medianUs();
                table.row(
                        system.substring(SOAP.length()),
                        Amounts.time(set.get().medianUs()),
                        Amounts.time(set.get().p99Us()),
                        Amounts.time(get.get().medianUs()),
                        Amounts.time(get.get().p99Us()),
                        Amounts.number(faster),
                        faster >= LEAST_FASTER ? "yes" : "**no**");
            }
        }
        String none = Table.ABSENT;
        return table.row("HHFR paper, wired", none, none, Amounts.time(PAPER_WIRED_US), none, "1", none);
    }

    /** Returns the sizes and times of header blocks over SOAP, by value and by URI. */
    static Table headers(Results results) {
        return Table.of(results.of("headers"), Columns.of("headers"));
    }

    /** Returns the costs of starting a session: access to the context store, negotiation, schema. */
    private static Table tableSix(Results results) {
        Table table = new Table("what", "where", "time");
        for (String system : results.systems(SUITE)) {
            results.find(SUITE, system, GET)
                    .ifPresent(get -> table.row(
                            "Oa, getContents of " + system.substring(SOAP.length()),
                            "loopback",
                            Amounts.time(get.medianUs())));
        }
        for (CellResult blocks : results.of("headers")) {
            blocks.more("store_us")
                    .ifPresent(time ->
                            table.row("Oa, a block of " + blocks.workload(), "in the process", Amounts.time(time)));
        }
        for (CellResult session : results.of("session")) {
            double negotiation = Results.more(session, Figures.NEGOTIATION);
            String link = session.workload().substring(session.workload().indexOf('@') + 1);
            if (!Double.isNaN(negotiation)
                    && session.workload().startsWith("floats-10@")
                    && !link.endsWith("-pipelined")) {
                table.row("Ob, negotiation", link, Amounts.time(negotiation));
                session.more(Figures.MODEL).ifPresent(time -> table.row("Oc, schema", link, Amounts.time(time)));
            }
        }
        return Paper001.addTo(table, "table 6");
    }
}
