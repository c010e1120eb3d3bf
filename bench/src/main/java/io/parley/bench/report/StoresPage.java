package io.parley.bench.report;

import io.parley.bench.conversation.Figures;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The page about context stores: engines compared with the disk, the HHFR paper's figure 8, header blocks by URI, and
 * the paper's table 6.
 */
record StoresPage(Results results, RunInfo info, Page page) {
    private static final String SUITE = "stores";
    private static final String SOAP = "soap-";
    private static final String GET = "get-contents";
    /** Time of an access over a wired network in the HHFR paper, section 5.3. */
    private static final double PAPER_WIRED_US = 20_000;

    private static final double LEAST_FASTER = 10;

    Path write() throws IOException {
        page.paragraph(
                "What a context store costs: its engines beside the disk below them, an access by SOAP as the HHFR paper measured it, header",
                "blocks by value and by URI, and the paper's table 6. Written by the command below.");
        page.origin(info);
        engines();
        bySoap();
        new FurtherFigures(results, page).headers();
        tableSix();
        return page.write();
    }

    private void engines() {
        page.section("Engines");
        page.paragraph(
                "Values of 847 bytes, one caller, each in a context of its own; *append* is the bare disk: as many bytes at the end of a file,",
                "forced. Engines that force the medium cannot be faster than that; *memory* survives nothing, *infinispan* is one node alone",
                "with a file store. *open* is until the first entry of 100,000 was read.");
        page.table(Table.of(
                results.of(SUITE).stream()
                        .filter(result -> !result.system().startsWith(SOAP))
                        .toList(),
                new Column<>("engine", CellResult::system),
                new Column<>("what", CellResult::workload),
                Columns.MEDIAN,
                Columns.P99,
                Columns.rate("a second"),
                new Column<>(
                        "allocated",
                        result -> result.workload().startsWith("open")
                                ? Table.ABSENT
                                : Amounts.size(result.allocBytes()))));
    }

    /** Adds the paper's figure 8: the time to access the context store. */
    private void bySoap() {
        page.section("Access by SOAP (figure 8)");
        page.paragraph(
                "The paper's item, an 847-byte header of WS-ReliableMessaging, put into a WS-Context service and fetched from it by SOAP over",
                "HTTP, here on loopback, with client, service and store in one process. The paper's access took 20 ms over a wired network of 100",
                "Mbit/s, on its hardware; *faster* is how many times less the median is than that. It is to be ten times or more.");
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
        table.row("HHFR paper, wired", none, none, Amounts.time(PAPER_WIRED_US), none, "1", none);
        page.table(table);
    }

    /** Adds the costs of starting a session: access to the context store, negotiation, schema. */
    private void tableSix() {
        page.section("Before the first message (table 6)");
        page.paragraph(
                "Oa, the access to the context store, by SOAP and in the process; Ob, the negotiation, and Oc, what is made of the schema,",
                "over each link. Oa by SOAP is on loopback; over another link its round trip comes to that.");
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
            OptionalDouble negotiation = session.more(Figures.NEGOTIATION);
            String link = session.workload().substring(session.workload().indexOf('@') + 1);
            if (negotiation.isPresent()
                    && session.workload().startsWith("floats-10@")
                    && !link.endsWith("-pipelined")) {
                table.row("Ob, negotiation", link, Amounts.time(negotiation));
                session.more(Figures.MODEL).ifPresent(time -> table.row("Oc, schema", link, Amounts.time(time)));
            }
        }
        Paper001.tableSix(table);
        page.table(table);
    }
}
