package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.knowm.xchart.CategoryChart;

/** The page about channels: a session on each of them, what it replaces there, and what the bytes cost. */
final class ChannelsPage {
    private static final String SUITE = "echo";
    private static final String FIRST = "first";

    /** Of each system SOAP on the same way, and the bare way. */
    private static final Map<Contender, Way> WAYS = ways();

    private final Results results;
    private final RunInfo info;
    private final Page page;
    private final Path notes;

    private record Way(String words, Contender soap, Contender floor) {}

    ChannelsPage(Results results, RunInfo info, Page page, Path notes) {
        this.results = results;
        this.info = info;
        this.page = page;
        this.notes = notes;
    }

    private static Map<Contender, Way> ways() {
        Map<Contender, Way> ways = new LinkedHashMap<>();
        ways.put(Contender.PARLEY_CXF, new Way("stream", Contender.CXF, Contender.NETTY));
        ways.put(Contender.PARLEY_WEBSOCKET, new Way("websocket", Contender.CXF, Contender.NETTY));
        ways.put(Contender.PARLEY_TLS, new Way("stream, TLS", Contender.CXF, Contender.NETTY));
        ways.put(Contender.PARLEY_NGINX, new Way("websocket, TLS by nginx", Contender.CXF, Contender.NETTY));
        ways.put(Contender.PARLEY_HTTP, new Way("http", Contender.CXF, Contender.NETTY));
        ways.put(Contender.PARLEY_JMS, new Way("jms", Contender.CXF_JMS, Contender.ARTEMIS));
        ways.put(Contender.PARLEY_JMS_JOURNAL, new Way("jms, a journal", Contender.CXF_JMS_JOURNAL, Contender.ARTEMIS));
        return ways;
    }

    Path write() throws IOException {
        page.paragraph(
                "One service and one client of CXF with Parley's plugin, on each channel; the same without the plugin, by SOAP as text over HTTP",
                "and over JMS; and what the bytes alone cost, by Netty and by a bare broker. Echoes by one thread, on loopback, client, service and",
                "broker in one process. Written by the command below.");
        page.origin(info);
        page.section("Goals");
        Goal.judge(Goal.ofChannels(), results, page);
        page.notes("What stands in the way", notes);
        ratios();
        first();
        everything();
        page.section("Plots");
        page.plots(plots());
        return page.write();
    }

    private void ratios() {
        page.section("A session on each channel");
        page.paragraph(
                "*SOAP* is the same call by SOAP over HTTP for stream, websocket and http, over JMS for jms; *bare* is Netty, or a bare BytesMessage there",
                "and back.");
        Table table = new Table("channel", "workload", "median", "SOAP", "times faster", "bare", "times bare");
        for (String workload : workloads()) {
            WAYS.forEach((system, way) -> {
                OptionalDouble median = median(system, workload);
                if (median.isPresent()) {
                    table.row(
                            way.words(),
                            workload,
                            Amounts.time(median.getAsDouble()),
                            time(way.soap(), workload),
                            number(Results.ratio(median(way.soap(), workload), median)),
                            time(way.floor(), workload),
                            number(Results.ratio(median, median(way.floor(), workload))));
                }
            });
        }
        page.table(table);
    }

    private void first() {
        Table table = new Table("system", "first call, median", "p99");
        for (CellResult result : results.of(FIRST)) {
            table.row(result.system(), Amounts.time(result.medianUs()), Amounts.time(result.p99Us()));
        }
        if (!table.isEmpty()) {
            page.section("The first call of a client");
            page.paragraph(
                    "From the call to its answer, with the offer, the answer and the session between; the JVM is warm, the client new.");
            page.table(table);
        }
    }

    private void everything() {
        page.section("All systems");
        Table table = new Table("workload", "system", "median", "p99", "a second", "allocated", "on the wire");
        for (CellResult result : results.of(SUITE)) {
            table.row(
                    result.workload(),
                    result.system(),
                    Amounts.time(result.medianUs()),
                    Amounts.time(result.p99Us()),
                    Amounts.number(result.opsPerS()),
                    Amounts.size(result.allocBytes()),
                    Amounts.size(result.wireBytes()));
        }
        page.table(table);
    }

    private List<Plot> plots() {
        List<Plot> plots = new ArrayList<>();
        for (String workload : workloads()) {
            String title = workload + ": median by system";
            CategoryChart chart = Charts.bars(title, "", "microseconds (logarithmic)");
            List<CellResult> cells = results.of(SUITE).stream()
                    .filter(result -> result.workload().equals(workload))
                    .toList();
            List<Double> medians = cells.stream().map(CellResult::medianUs).toList();
            Charts.wholeDecades(chart.getStyler(), Collections.min(medians), Collections.max(medians));
            cells.forEach(cell -> Charts.bars(chart, cell.system(), List.of(workload), List.of(cell.medianUs())));
            plots.add(new Plot(title, "channels-" + workload + ".png", chart));
        }
        return plots;
    }

    private Set<String> workloads() {
        return results.of(SUITE).stream()
                .map(CellResult::workload)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private OptionalDouble median(Contender system, String workload) {
        return results.echo(system, workload, CellResult::medianUs);
    }

    private String time(Contender system, String workload) {
        OptionalDouble median = median(system, workload);
        return median.isPresent() ? Amounts.time(median.getAsDouble()) : Table.ABSENT;
    }

    private static String number(OptionalDouble ratio) {
        return ratio.isPresent() ? Amounts.number(ratio.getAsDouble()) : Table.ABSENT;
    }
}
