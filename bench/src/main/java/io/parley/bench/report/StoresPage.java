package io.parley.bench.report;

import io.parley.bench.conversation.Figures;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.knowm.xchart.CategoryChart;

/** The page about context stores: engines beside the disk, the HHFR paper's figure 8, header blocks by URI, and its table 6. */
final class StoresPage {
    private static final String SUITE = "stores";
    private static final String SOAP = "soap-";
    private static final String GET = "get-contents";
    private static final String SET = "set-contents";
    /** The HHFR paper, section 5.3: an access over a wired network. */
    private static final double PAPER_WIRED_US = 20_000;

    private static final double LEAST_FASTER = 10;
    private static final List<String> OPERATIONS = List.of("append", "put", "cas", "get");

    private final Results results;
    private final RunInfo info;
    private final Page page;

    StoresPage(Results results, RunInfo info, Page page) {
        this.results = results;
        this.info = info;
        this.page = page;
    }

    Path write() throws IOException {
        page.paragraph(
                "What a context store costs: its engines beside the disk below them, an access by SOAP as the HHFR paper measured it, header",
                "blocks by value and by URI, and the paper's table 6. Written by the command below.");
        page.origin(info);
        engines();
        bySoap();
        new FurtherFigures(results, page).headers();
        tableSix();
        page.section("Plots");
        page.plots(plots());
        return page.write();
    }

    private void engines() {
        page.section("Engines");
        page.paragraph(
                "Values of 847 bytes, one caller, each in a context of its own; *append* is the bare disk: as many bytes at the end of a file,",
                "forced. Engines that force the medium cannot be faster than that; *memory* survives nothing, *infinispan* is one node alone",
                "with a file store. *open* is until the first entry of 100,000 was read.");
        Table table = new Table("engine", "what", "median", "p99", "a second", "allocated");
        for (CellResult result : results.of(SUITE)) {
            if (!result.system().startsWith(SOAP)) {
                table.row(
                        result.system(),
                        result.workload(),
                        Amounts.time(result.medianUs()),
                        Amounts.time(result.p99Us()),
                        Amounts.number(result.opsPerS()),
                        result.workload().startsWith("open") ? Table.ABSENT : Amounts.size(result.allocBytes()));
            }
        }
        page.table(table);
    }

    /** The paper's figure 8: the time to reach the context store. */
    private void bySoap() {
        page.section("Access by SOAP (figure 8)");
        page.paragraph(
                "The paper's item, an 847-byte header of WS-ReliableMessaging, put into a WS-Context service and fetched from it by SOAP over",
                "HTTP, here on loopback, with client, service and store in one process. The paper's access took 20 ms over a wired network of 100",
                "Mbit/s, on its hardware; *faster* is how many times less the median is than that. It is to be ten times or more.");
        Table table = new Table("store", "setContents, median", "p99", "getContents, median", "p99", "faster", "met");
        for (String system : systems()) {
            Optional<CellResult> get = find(system, GET);
            Optional<CellResult> set = find(system, SET);
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
        table.row(
                "HHFR paper, wired",
                Table.ABSENT,
                Table.ABSENT,
                Amounts.time(PAPER_WIRED_US),
                Table.ABSENT,
                "1",
                Table.ABSENT);
        page.table(table);
    }

    /** What a session begins with: access to the context store, negotiation, schema. */
    private void tableSix() {
        page.section("Before the first message (table 6)");
        page.paragraph(
                "Oa, the access to the context store, by SOAP and in the process; Ob, the negotiation, and Oc, what is made of the schema,",
                "over each link. Oa by SOAP is on loopback; over another link its round trip comes to that.");
        Table table = new Table("what", "where", "time");
        for (String system : systems()) {
            find(system, GET)
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
                table.row("Ob, negotiation", link, Amounts.time(negotiation.getAsDouble()));
                session.more(Figures.MODEL).ifPresent(time -> table.row("Oc, schema", link, Amounts.time(time)));
            }
        }
        Paper001.tableSix(table);
        page.table(table);
    }

    private List<Plot> plots() {
        List<Plot> plots = new ArrayList<>();
        bars("stores: median by engine", OPERATIONS, "stores-engines.png").ifPresent(plots::add);
        bars("stores: access by SOAP, median by store", List.of(SET, GET), "stores-soap.png")
                .ifPresent(plots::add);
        return plots;
    }

    private Optional<Plot> bars(String title, List<String> operations, String file) {
        List<String> groups = operations.stream()
                .filter(operation -> results.of(SUITE).stream()
                        .anyMatch(result -> result.workload().equals(operation)))
                .toList();
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        CategoryChart chart = Charts.bars(title, "", "microseconds (logarithmic)");
        List<Double> all = results.of(SUITE).stream()
                .filter(result -> groups.contains(result.workload()))
                .map(CellResult::medianUs)
                .toList();
        Charts.wholeDecades(chart.getStyler(), Collections.min(all), Collections.max(all));
        for (String system : systems()) {
            List<Double> heights = groups.stream()
                    .map(operation ->
                            find(system, operation).map(CellResult::medianUs).orElse(Double.NaN))
                    .toList();
            if (heights.stream().anyMatch(height -> !height.isNaN())) {
                Charts.bars(chart, system, groups, heights);
            }
        }
        return Optional.of(new Plot(title, file, chart));
    }

    private Set<String> systems() {
        Set<String> systems = new LinkedHashSet<>();
        results.of(SUITE).forEach(result -> systems.add(result.system()));
        return systems;
    }

    private Optional<CellResult> find(String system, String workload) {
        return results.of(SUITE).stream()
                .filter(result ->
                        result.system().equals(system) && result.workload().equals(workload))
                .findFirst();
    }
}
