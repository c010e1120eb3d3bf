package io.parley.bench.transaction;

import io.parley.bench.contest.Scratch;
import io.parley.bench.data.Payload;
import io.parley.bench.result.CellResult;
import io.parley.bench.transaction.Effort.Pause;
import jakarta.xml.bind.JAXB;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All series for one size, one transaction of each after the other, so that what disturbs one disturbs all. Server and broker
 * are started for it.
 */
public final class Transactions {
    private static final double MEGABYTE = 1e6;
    private static final int SAMPLE = 2_000;

    private Transactions() {}

    /** The paper's sizes: megabytes of the payload as XML. */
    public static List<String> sizes() {
        return List.of(
                "1.34", "4.4", "7.3", "9.0", "11.0", "12.1", "13.2", "14.4", "15.5", "16.8", "18.0", "19.4", "20.8",
                "22.2");
    }

    /**
     * Makes them.
     *
     * @param size megabytes, as {@link #sizes} writes them
     * @param lanes the series
     * @param warmUps rounds that are not counted
     * @param executions rounds that are
     * @param jvm options of the server's JVM
     * @throws IOException if an answer is wrong or a JVM ends
     */
    public static List<CellResult> make(String size, List<Lane> lanes, int warmUps, int executions, List<String> jvm)
            throws IOException {
        String names = lanes.stream().map(Lane::name).collect(Collectors.joining(","));
        try (Scratch journal = Scratch.of("broker");
                Child broker = Child.start(
                        Broker.class, List.of("-Xmx1g"), names, journal.folder().toString())) {
            String url = broker.answer();
            try (Child server = Child.start(Site.class, jvm, names, url);
                    Effort effort = new Effort()) {
                int port = Integer.parseInt(server.answer());
                return new Round(size, items(Double.parseDouble(size)), server, effort)
                        .results(lanes, port, url, warmUps, executions);
            }
        }
    }

    /** How many items are so many megabytes of XML. */
    private static int items(double megabytes) {
        StringWriter xml = new StringWriter();
        Payload.of(SAMPLE).item.forEach(item -> JAXB.marshal(item, xml));
        // JAXB.marshal indents and declares; an element within a message does neither.
        String declared = xml.toString().replaceAll("<\\?xml[^>]*>|\\s*\\n\\s*", "");
        return (int) Math.round(megabytes * MEGABYTE * SAMPLE / declared.length());
    }

    /** The transactions of one size. */
    private static final class Round {
        private final String size;
        private final int items;
        private final Child server;
        private final Effort effort;

        Round(String size, int items, Child server, Effort effort) {
            this.size = size;
            this.items = items;
            this.server = server;
            this.effort = effort;
        }

        List<CellResult> results(List<Lane> lanes, int port, String broker, int warmUps, int executions)
                throws IOException {
            List<Series> all = new ArrayList<>();
            try {
                for (Lane lane : lanes) {
                    all.add(new Series(new Visitor(lane, port, broker, effort)));
                }
                for (Series series : all) {
                    series.visitor().check(items);
                }
                for (int round = -warmUps; round < executions; round++) {
                    for (Series series : all) {
                        series.measure(round >= 0);
                    }
                }
                List<Pause> client = effort.pauses();
                List<Pause> site = pauses(server.ask("pauses"));
                return all.stream().map(series -> series.result(client, site)).toList();
            } finally {
                all.forEach(series -> series.visitor().close());
            }
        }

        private static List<Pause> pauses(String line) {
            return line.isEmpty()
                    ? List.of()
                    : Arrays.stream(line.split(" "))
                            .map(pause -> pause.split("=", 2))
                            .map(pause -> new Pause(Instant.parse(pause[0]), Double.parseDouble(pause[1])))
                            .toList();
        }

        /** The transactions of one lane. */
        private final class Series {
            private final Visitor visitor;
            private final List<Execution> executions = new ArrayList<>();

            Series(Visitor visitor) {
                this.visitor = visitor;
            }

            Visitor visitor() {
                return visitor;
            }

            void measure(boolean counts) throws IOException {
                server.ask("begin");
                Instant begin = Instant.now();
                Figures client = visitor.measure(items);
                Instant end = Instant.now();
                Figures site = Figures.of(server.ask("end"));
                if (counts) {
                    executions.add(new Execution(begin, end, client.and(site.values())));
                }
            }

            CellResult result(List<Pause> client, List<Pause> site) {
                return Summary.of(visitor.lane(), size, executions, client, site);
            }
        }
    }
}
