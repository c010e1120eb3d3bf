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
import java.io.IOException;
import java.util.List;

/**
 * The page about channels: a session on each of them, compared with what it replaces there and with the bare transport.
 */
final class ChannelsPage {
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

    private ChannelsPage() {}

    static void fill(Results results, Page page) throws IOException {
        page.put("goals", Goal.judge("channels", results))
                .notes("channels.notes.md")
                .put("ratios", ratios(results))
                .put("first", Table.of(results.of("first"), Columns.of("first calls")))
                .put("all", Table.of(results.of(SUITE), Columns.of("channels")));
    }

    private static Table ratios(Results results) {
        Table table = new Table("channel", "workload", "median", "SOAP", "times faster", "bare", "times bare");
        for (String workload : results.workloads(SUITE)) {
            for (Way way : WAYS) {
                double median = results.echo(way.system(), workload, CellResult::medianUs);
                double soap = results.echo(way.soap(), workload, CellResult::medianUs);
                double floor = results.echo(way.floor(), workload, CellResult::medianUs);
                if (!Double.isNaN(median)) {
                    table.row(
                            way.words(),
                            workload,
                            Amounts.time(median),
                            Amounts.time(soap),
                            Amounts.number(soap / median),
                            Amounts.time(floor),
                            Amounts.number(median / floor));
                }
            }
        }
        return table;
    }
}
