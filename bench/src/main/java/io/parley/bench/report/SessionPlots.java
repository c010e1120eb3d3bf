package io.parley.bench.report;

import io.parley.bench.conversation.Figures;
import io.parley.bench.result.CellResult;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.XYChart;

/** The pictures of sessions: time by number of messages, a line for each way in which they were held. */
final class SessionPlots {
    private static final double SECOND = 1_000_000;
    /** In the order of the paper's figures. */
    private static final List<String> BY_PHONE =
            List.of("floats-5", "floats-10", "floats-15", "strings-2", "strings-4", "strings-8");

    private static final int FIRST_FIGURE = 11;

    private static final List<String> BY_OTHERS = List.of("floats-10", "strings-4");

    private SessionPlots() {}

    /** Every picture for which there are results. */
    static List<Plot> all(Results results) {
        List<Plot> plots = new ArrayList<>();
        for (int i = 0; i < BY_PHONE.size(); i++) {
            add(plots, results, BY_PHONE.get(i), "phone", ": the HHFR paper, figure " + (FIRST_FIGURE + i));
        }
        for (String link : List.of("lan", "loopback")) {
            BY_OTHERS.forEach(message -> add(plots, results, message, link, ""));
        }
        return plots;
    }

    private static void add(List<Plot> plots, Results results, String message, String link, String exhibit) {
        String workload = message + "@" + link;
        List<CellResult> lines = results.of("session").stream()
                .filter(result -> result.workload().startsWith(workload))
                .toList();
        if (lines.isEmpty()) {
            return;
        }
        String title = "session of n messages, " + message + ", " + link + exhibit;
        XYChart chart = Charts.lines(title, "messages (logarithmic)", "seconds (logarithmic)");
        List<Integer> lengths = Paper001.lengths(message.substring(0, message.indexOf('-')));
        double least = Double.MAX_VALUE;
        double most = 0;
        for (CellResult line : lines) {
            List<double[]> points = new ArrayList<>();
            for (int length : lengths) {
                double seconds = line.more(Figures.session(length)).orElseThrow() / SECOND;
                points.add(new double[] {length, seconds});
                least = Math.min(least, seconds);
                most = Math.max(most, seconds);
            }
            String suffix = line.workload().substring(workload.length()).replace('-', ' ');
            Charts.line(chart, line.system() + suffix, line.system(), !suffix.isEmpty(), points);
        }
        Charts.numbersAcross(chart.getStyler(), lengths.get(0), lengths.get(lengths.size() - 1));
        Charts.wholeDecades(chart.getStyler(), least, most);
        plots.add(new Plot(title, "session-" + message + "-" + link + ".png", chart));
    }
}
