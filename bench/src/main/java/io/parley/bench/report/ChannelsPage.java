package io.parley.bench.report;

import static io.parley.bench.contest.Contender.ARTEMIS;
import static io.parley.bench.contest.Contender.CXF;
import static io.parley.bench.contest.Contender.CXF_JMS;
import static io.parley.bench.contest.Contender.CXF_JMS_JOURNAL;
import static io.parley.bench.contest.Contender.NETTY;
import static io.parley.bench.contest.Contender.PARLEY_CXF;
import static io.parley.bench.contest.Contender.PARLEY_HTTP;
import static io.parley.bench.contest.Contender.PARLEY_JMS;
import static io.parley.bench.contest.Contender.PARLEY_JMS_JOURNAL;
import static io.parley.bench.contest.Contender.PARLEY_NGINX;
import static io.parley.bench.contest.Contender.PARLEY_TLS;
import static io.parley.bench.contest.Contender.PARLEY_WEBSOCKET;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The page about channels: a session on each of them, compared with what it replaces there and with the bare transport.
 */
record ChannelsPage(Results results, RunInfo info, Page page) {
    private static final String SUITE = "echo";

    /** SOAP system and bare transport that each system is compared with. */
    private static final List<Way> WAYS = List.of(
            new Way(PARLEY_CXF, "stream", CXF, NETTY),
            new Way(PARLEY_WEBSOCKET, "websocket", CXF, NETTY),
            new Way(PARLEY_TLS, "stream, TLS", CXF, NETTY),
            new Way(PARLEY_NGINX, "websocket, TLS by nginx", CXF, NETTY),
            new Way(PARLEY_HTTP, "http", CXF, NETTY),
            new Way(PARLEY_JMS, "jms", CXF_JMS, ARTEMIS),
            new Way(PARLEY_JMS_JOURNAL, "jms, a journal", CXF_JMS_JOURNAL, ARTEMIS));

    private record Way(Contender system, String words, Contender soap, Contender floor) {}

    Path write() throws IOException {
        page.paragraph(
                "One service and one client of CXF with Parley's plugin, on each channel; the same without the plugin, by SOAP as text over HTTP",
                "and over JMS; and what the bytes alone cost, by Netty and by a bare broker. Echoes by one thread, on loopback, client, service and",
                "broker in one process. Written by the command below.");
        page.origin(info);
        page.section("Goals");
        Goal.judge("channels", results, page);
        page.notes("What stands in the way", "channels.notes.md");
        ratios();
        first();
        page.section("All systems");
        page.table(Table.of(
                results.of(SUITE),
                Columns.WORKLOAD,
                Columns.SYSTEM,
                Columns.MEDIAN,
                Columns.P99,
                Columns.rate("a second"),
                Columns.ALLOCATED,
                Columns.WIRE));
        return page.write();
    }

    private void ratios() {
        page.section("A session on each channel");
        page.paragraph(
                "*SOAP* is the same call by SOAP over HTTP for stream, websocket and http, over JMS for jms; *bare* is Netty, or a bare BytesMessage there",
                "and back.");
        Table table = new Table("channel", "workload", "median", "SOAP", "times faster", "bare", "times bare");
        for (String workload : results.workloads(SUITE)) {
            for (Way way : WAYS) {
                OptionalDouble median = median(way.system(), workload);
                OptionalDouble soap = median(way.soap(), workload);
                OptionalDouble floor = median(way.floor(), workload);
                if (median.isPresent()) {
                    table.row(
                            way.words(),
                            workload,
                            Amounts.time(median),
                            Amounts.time(soap),
                            Amounts.number(Results.ratio(soap, median)),
                            Amounts.time(floor),
                            Amounts.number(Results.ratio(median, floor)));
                }
            }
        }
        page.table(table);
    }

    private void first() {
        Table table = Table.of(
                results.of("first"),
                Columns.SYSTEM,
                Columns.time("first call, median", CellResult::medianUs),
                Columns.P99);
        if (!table.isEmpty()) {
            page.section("The first call of a client");
            page.paragraph(
                    "From the call to its answer, with the offer, the answer and the session between; the JVM is warm, the client new.");
            page.table(table);
        }
    }

    private OptionalDouble median(Contender system, String workload) {
        return results.echo(system, workload, CellResult::medianUs);
    }
}
