package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.transaction.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** What the payload paper found, judged by the transactions of a run. */
final class Paper003 {
    private static final String HTTP_NORMAL = "http-normal";
    private static final String HTTP_SERIALIZED = "http-serialized";
    private static final String JMS_NORMAL = "jms-normal-persistent";
    private static final String JMS_SERIALIZED = "jms-serialized-persistent";
    private static final double HALF = 0.5;

    private final Results results;

    /**
     * One of its findings: a figure of one series is more than that of another.
     *
     * @param why what makes it so today
     * @param whyNot what makes it otherwise today
     */
    private record Finding(String section, String words, Side more, Side less, String why, String whyNot) {}

    /** A figure of a series. */
    private record Side(String lane, String figure) {}

    private static final List<Finding> FINDINGS = List.of(
            new Finding(
                    "4.3",
                    "over HTTP serialized payloads take longer than normal ones",
                    time(HTTP_SERIALIZED),
                    time(HTTP_NORMAL),
                    "base64 and the copies of one long text cost more than the elements save",
                    "one long text of base64 is parsed faster than hundreds of thousands of elements, whose names and numbers are"
                            + " what takes the time; Java's serialization itself is quick"),
            new Finding(
                    "4.6",
                    "over JMS serialized payloads take longer than normal ones",
                    time(JMS_SERIALIZED),
                    time(JMS_NORMAL),
                    "base64 and its copies cost more than the elements save",
                    "the binding carries the same envelopes as HTTP, so the parser decides here too"),
            new Finding(
                    "4.7",
                    "normal payloads take longer over HTTP than serialized ones over JMS",
                    time(HTTP_NORMAL),
                    time(JMS_SERIALIZED),
                    "what the parser takes for elements is more than what the broker takes for its disk",
                    "a broker adds a hop and a disk; HTTP keeps its connection today and does not ask for answers again and again"),
            new Finding(
                    "4.7, 5",
                    "normal payloads take longer over HTTP than over JMS",
                    time(HTTP_NORMAL),
                    time(JMS_NORMAL),
                    "the client of HTTP waits for the answer as a stream, and parses as slowly as it comes",
                    "a broker adds a hop and a disk, and the whole message lies in memory before it is read"),
            new Finding(
                    "4.7, 5",
                    "serialized payloads take longer over HTTP than over JMS",
                    time(HTTP_SERIALIZED),
                    time(JMS_SERIALIZED),
                    "HTTP's chunks of one long text cost more than the broker",
                    "a broker adds a hop and a disk"),
            new Finding(
                    "4.5",
                    "over JMS the client's part is longer than the server's, for serialized payloads",
                    new Side(JMS_SERIALIZED, Figures.CLIENT_RESPONSE),
                    new Side(JMS_SERIALIZED, Figures.SERVER_RESPONSE),
                    "the client decodes base64 and makes objects, which is more than writing them",
                    "the server makes the payload, serializes and writes it; the client's part is less"),
            new Finding(
                    "4.2, 5",
                    "serialization takes more than deserialization, over HTTP",
                    new Side(HTTP_SERIALIZED, Figures.SERIALIZATION),
                    new Side(HTTP_SERIALIZED, Figures.DESERIALIZATION),
                    "writing goes through the handles of all objects",
                    "reading makes every object anew and looks up its class behind the filter"),
            new Finding(
                    "4.5, 5",
                    "serialization takes more than deserialization, over JMS",
                    new Side(JMS_SERIALIZED, Figures.SERIALIZATION),
                    new Side(JMS_SERIALIZED, Figures.DESERIALIZATION),
                    "writing goes through the handles of all objects",
                    "reading makes every object anew and looks up its class behind the filter"));

    Paper003(Results results) {
        this.results = results;
    }

    private static Side time(String lane) {
        return new Side(lane, Figures.TRANSACTION);
    }

    /** A row for each finding, and for its two findings about trends. */
    Table table() {
        Table table = new Table("finding of the paper", "section", "sizes in which it holds", "ratio", "today", "why");
        for (Finding finding : FINDINGS) {
            row(table, finding);
        }
        growth(table);
        pauses(table);
        return table;
    }

    private void row(Table table, Finding finding) {
        List<Double> ratios = new ArrayList<>();
        for (CellResult more : TransactionsPage.of(results, finding.more().lane())) {
            OptionalDouble left = more.more(finding.more().figure());
            OptionalDouble right = TransactionsPage.of(results, finding.less().lane()).stream()
                    .filter(less -> TransactionPlots.megabytes(less) == TransactionPlots.megabytes(more))
                    .map(less -> less.more(finding.less().figure()))
                    .findFirst()
                    .orElse(OptionalDouble.empty());
            Results.ratio(left, right).ifPresent(ratios::add);
        }
        if (ratios.isEmpty()) {
            return;
        }
        long holding = ratios.stream().filter(ratio -> ratio > 1).count();
        double[] sorted = ratios.stream().mapToDouble(ratio -> ratio).sorted().toArray();
        table.row(
                finding.words(),
                finding.section(),
                holding + " of " + ratios.size(),
                Amounts.number(sorted[sorted.length / 2]),
                verdict(holding, ratios.size()),
                holding > HALF * ratios.size() ? finding.why() : finding.whyNot());
    }

    private static String verdict(long holding, int all) {
        return holding == all ? "holds" : holding == 0 ? "does not hold" : "holds in part";
    }

    /** Whether times grow from each size to the next. */
    private void growth(Table table) {
        int steps = 0;
        int grown = 0;
        for (String lane : List.of(HTTP_NORMAL, HTTP_SERIALIZED, JMS_NORMAL, JMS_SERIALIZED)) {
            List<CellResult> sizes = TransactionsPage.of(results, lane);
            for (int i = 1; i < sizes.size(); i++) {
                steps++;
                grown += sizes.get(i).medianUs() > sizes.get(i - 1).medianUs() ? 1 : 0;
            }
        }
        if (steps > 0) {
            table.row(
                    "times grow with the payload, but for spikes",
                    "4",
                    grown + " of " + steps + " steps",
                    Table.ABSENT,
                    verdict(grown, steps),
                    "a step that does not grow is one whose median fell on a pause or a slice of another process");
        }
    }

    /** How much of the time the collectors took, which the paper holds to be the cause of its spikes. */
    private void pauses(Table table) {
        double[] shares = results.of(TransactionsPage.SUITE).stream()
                .mapToDouble(cell -> (cell.more(Figures.SERVER_PAUSES).orElse(0)
                                + cell.more(Figures.CLIENT_PAUSES).orElse(0))
                        / cell.medianUs())
                .toArray();
        double most = Arrays.stream(shares).max().orElse(0);
        table.row(
                "garbage collection takes 5 to 25 % of the time",
                "4.5",
                Arrays.stream(shares).filter(share -> share >= 0.05).count() + " of " + shares.length,
                Amounts.number(most),
                verdict(Arrays.stream(shares).filter(share -> share >= 0.05).count(), shares.length),
                "pauses of both JVMs during a transaction, of its time; the ratio is the greatest share");
    }
}
