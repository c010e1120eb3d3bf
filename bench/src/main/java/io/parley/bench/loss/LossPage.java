package io.parley.bench.loss;

import io.parley.bench.report.Amounts;
import io.parley.bench.report.Column;
import io.parley.bench.report.Page;
import io.parley.bench.report.Table;
import io.parley.bench.result.Median;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The page about links that lose packets: goals with their results, and the figures of every run. */
record LossPage(List<Measured> all) {
    private static final double SHORT_CALLS = 1.5;
    private static final double LONG_CALLS = 3;
    private static final double SLOWEST_CALLS = 0.5;
    private static final double PAUSE_MORE_MILLIS = 100;
    private static final double AGE_MORE_MILLIS = 20;
    private static final double MILLI = 1e3;
    private static final double SECOND = 1e6;

    static void write(Path file, List<Measured> all, RunInfo run) throws IOException {
        LossPage losses = new LossPage(all);
        Page page = new Page(file, "loss", run)
                .put("goals", losses.goals())
                .put("loopback", losses.loopback())
                .put("links", losses.links());
        for (Trial trial : Trial.values()) {
            page.put(trial.word(), losses.runs(trial));
        }
        page.write();
    }

    private Table goals() {
        Table table = new Table("what", "goal", "quic", "stream", "found", "");
        for (String content : List.of("void", "f64-1000", "f64-11MB")) {
            boolean isLong = content.equals("f64-11MB");
            compare(table, Loopback.WORD + content, Loopback.MICROS, isLong ? LONG_CALLS : SHORT_CALLS, 1);
        }
        compare(table, Trial.LOSS_1.word(), Calls.P99, SLOWEST_CALLS, MILLI);
        compare(table, Trial.LOSS_3.word(), Calls.P99, SLOWEST_CALLS, MILLI);
        compare(table, Trial.PHONE.word(), PhoneSession.IN_TURN, 1, SECOND);
        compare(table, Trial.PHONE.word(), PhoneSession.PIPELINED, 1, SECOND);
        bound(table, Trial.REBINDING, Calls.MOST, 2 * Trial.REBINDING.line().roundTripMillis() + PAUSE_MORE_MILLIS);
        bound(table, Trial.READINGS, Calls.P99, Trial.READINGS.line().roundTripMillis() + AGE_MORE_MILLIS);
        return table;
    }

    /** Adds a row about the ratio of quic to stream. */
    private void compare(Table table, String trial, String figure, double most, double micros) {
        double ratio = median(trial, Way.QUIC, figure) / median(trial, Way.STREAM, figure);
        boolean isMet = most == 1 ? ratio < most : ratio <= most;
        if (!of(trial).isEmpty()) {
            table.row(
                    trial + ", " + figure,
                    (most == 1 ? "< " : "<= ") + Amounts.number(most) + " times",
                    shown(trial, Way.QUIC, figure, micros),
                    shown(trial, Way.STREAM, figure, micros),
                    Amounts.number(ratio) + (Double.isNaN(ratio) ? "" : " times"),
                    verdict(isMet && failed(trial, Way.QUIC) == 0));
        }
    }

    /** Adds a row about a figure of quic in milliseconds. */
    private void bound(Table table, Trial trial, String figure, double most) {
        String word = trial.word();
        if (!of(word).isEmpty()) {
            String quic = shown(word, Way.QUIC, figure, MILLI);
            table.row(
                    word + ", " + figure,
                    "<= " + Amounts.time(most * MILLI),
                    quic,
                    shown(word, Way.STREAM, figure, MILLI),
                    quic,
                    verdict(median(word, Way.QUIC, figure) <= most && failed(word, Way.QUIC) == 0));
        }
    }

    /** Returns the median of the successful runs, and the number of failed ones if there are any. */
    private String shown(String trial, Way way, String figure, double micros) {
        long failed = failed(trial, way);
        String text = Amounts.time(median(trial, way, figure) * micros);
        return failed == 0 ? text : text + ", " + failed + " failed";
    }

    private long failed(String trial, Way way) {
        return of(trial).stream()
                .filter(each -> each.way().equals(way.word()) && !each.failure().isEmpty())
                .count();
    }

    private static String verdict(boolean met) {
        return met ? "met" : "**not met**";
    }

    private Table loopback() {
        return Table.of(
                all.stream()
                        .filter(each -> each.trial().startsWith(Loopback.WORD))
                        .toList(),
                new Column<>("content", each -> each.trial().substring(Loopback.WORD.length())),
                new Column<>("channel", Measured::way),
                new Column<>("a call", each -> Amounts.time(each.figure(Loopback.MICROS))),
                new Column<>("processor", each -> Amounts.time(each.figure(Loopback.PROCESSOR))));
    }

    /** Returns the figures of every run of a trial, and why some failed. */
    private String runs(Trial trial) {
        List<Measured> its = of(trial.word());
        if (its.isEmpty()) {
            return "";
        }
        List<Column<Measured>> columns = new ArrayList<>();
        columns.add(new Column<>("channel", Measured::way));
        columns.add(new Column<>("seed", each -> Long.toString(each.seed())));
        trial.work()
                .names()
                .forEach(name -> columns.add(new Column<>(name.replace('_', ' '), each -> number(each.figure(name)))));
        return Table.of(its, columns).markdown()
                + its.stream()
                        .filter(each -> !each.failure().isEmpty())
                        .map(each -> "\n**" + each.way() + ", seed " + each.seed() + ": " + each.failure() + ".**\n")
                        .collect(Collectors.joining());
    }

    private Table links() {
        return Table.of(
                all.stream().filter(each -> !each.link().isEmpty()).toList(),
                new Column<>("trial", Measured::trial),
                new Column<>("channel", Measured::way),
                new Column<>("seed", each -> Long.toString(each.seed())),
                new Column<>("carried", each -> number(each.ofLink("carried"))),
                new Column<>("lost", each -> number(each.ofLink("lost"))),
                new Column<>("no room", each -> number(each.ofLink("no_room"))),
                new Column<>("not taken", each -> number(each.ofLink("not_taken"))),
                new Column<>("rebound", each -> number(each.ofLink("forgotten"))),
                new Column<>("late p99", each -> Amounts.time(each.ofLink("lag_ms_p99") * MILLI)),
                new Column<>("latest", each -> Amounts.time(each.ofLink("lag_ms_most") * MILLI)));
    }

    private List<Measured> of(String trial) {
        return all.stream().filter(each -> each.trial().equals(trial)).toList();
    }

    /** Returns the median over the seeds; NaN if every run failed. */
    private double median(String trial, Way way, String figure) {
        return Median.of(of(trial).stream()
                .filter(each -> each.way().equals(way.word()) && each.failure().isEmpty())
                .mapToDouble(each -> each.figure(figure))
                .toArray());
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Amounts.number(value);
    }
}
