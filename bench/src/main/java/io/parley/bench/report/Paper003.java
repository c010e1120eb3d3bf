package io.parley.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.Median;
import io.parley.bench.transaction.Figures;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Findings of the payload paper, checked against the transactions of a run. */
record Paper003(Results results) {
    private static final List<String> PAPERS =
            List.of("http-normal", "http-serialized", "jms-normal-persistent", "jms-serialized-persistent");
    private static final double HALF = 0.5;

    /**
     * A finding of the paper: a figure of one series is greater than a figure of another one.
     *
     * @param why reason why it holds today
     * @param whyNot reason why it does not hold today
     */
    private record Finding(String section, String words, Side more, Side less, String why, String whyNot) {}

    /** A figure of a series. */
    private record Side(String lane, String figure) {}

    /** Returns a table with a row for each finding, and for two findings about trends. */
    Table table() throws IOException {
        Table table = new Table("finding of the paper", "section", "sizes in which it holds", "ratio", "today", "why");
        try (InputStream findings = Paper003.class.getResourceAsStream("paper003.json")) {
            for (Finding finding : new ObjectMapper().readValue(findings, Finding[].class)) {
                row(table, finding);
            }
        }
        growth(table);
        pauses(table);
        return table;
    }

    private void row(Table table, Finding finding) {
        List<Double> ratios = new ArrayList<>();
        for (CellResult more : TransactionsPage.of(results, finding.more().lane())) {
            TransactionsPage.of(results, finding.less().lane()).stream()
                    .filter(less -> TransactionPlots.megabytes(less) == TransactionPlots.megabytes(more))
                    .map(less -> Results.more(more, finding.more().figure())
                            / Results.more(less, finding.less().figure()))
                    .filter(ratio -> !Double.isNaN(ratio))
                    .forEach(ratios::add);
        }
        if (ratios.isEmpty()) {
            return;
        }
        long holding = ratios.stream().filter(ratio -> ratio > 1).count();
        double median = Median.of(ratios.stream().mapToDouble(ratio -> ratio).toArray());
        table.row(
                finding.words(),
                finding.section(),
                holding + " of " + ratios.size(),
                Amounts.number(median),
                verdict(holding, ratios.size()),
                holding > HALF * ratios.size() ? finding.why() : finding.whyNot());
    }

    private static String verdict(long holding, int all) {
        return holding == all ? "holds" : holding == 0 ? "does not hold" : "holds in part";
    }

    /** Adds a row on whether times grow from each size to the next. */
    private void growth(Table table) {
        int steps = 0;
        int grown = 0;
        for (String lane : PAPERS) {
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

    /**
     * Adds a row on the share of the time that garbage collection takes, which the paper considers the cause of its
     * spikes.
     */
    private void pauses(Table table) {
        double[] shares = results.of(TransactionsPage.SUITE).stream()
                .mapToDouble(cell -> (cell.more(Figures.SERVER_PAUSES).orElse(0)
                                + cell.more(Figures.CLIENT_PAUSES).orElse(0))
                        / cell.medianUs())
                .toArray();
        double most = Arrays.stream(shares).max().orElse(0);
        long large = Arrays.stream(shares).filter(share -> share >= 0.05).count();
        table.row(
                "garbage collection takes 5 to 25 % of the time",
                "4.5",
                large + " of " + shares.length,
                Amounts.number(most),
                verdict(large, shares.length),
                "pauses of both JVMs during a transaction, of its time; the ratio is the greatest share");
    }
}
