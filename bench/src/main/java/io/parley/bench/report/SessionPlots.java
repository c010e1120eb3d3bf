package io.parley.bench.report;

import io.parley.bench.conversation.Figures;
import io.parley.bench.result.CellResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Charts of sessions: time by number of messages, with a line for each way in which the messages were sent. */
record SessionPlots(Results results) {
    private static final double SECOND = 1_000_000;
    /** Applications in the order of the paper's figures. */
    private static final List<String> BY_PHONE =
            List.of("floats-5", "floats-10", "floats-15", "strings-2", "strings-4", "strings-8");

    private static final int FIRST_FIGURE = 11;
    private static final List<String> BY_OTHERS = List.of("floats-10", "strings-4");

    /** Returns every chart for which there are results. */
    List<Plot> all() {
        List<Plot> plots = new ArrayList<>();
        for (int i = 0; i < BY_PHONE.size(); i++) {
            add(plots, BY_PHONE.get(i), "phone", ": the HHFR paper, figure " + (FIRST_FIGURE + i));
        }
        for (String link : List.of("lan", "loopback")) {
            BY_OTHERS.forEach(message -> add(plots, message, link, ""));
        }
        return plots;
    }

    private void add(List<Plot> plots, String message, String link, String exhibit) {
        String workload = message + "@" + link;
        List<Integer> lengths = Paper001.lengths(message.substring(0, message.indexOf('-')));
        Map<String, List<double[]>> lines = new LinkedHashMap<>();
        for (CellResult line : results.of("session")) {
            if (line.workload().startsWith(workload)) {
                String suffix = line.workload().substring(workload.length()).replace('-', ' ');
                lines.put(
                        line.system() + suffix,
                        lengths.stream()
                                .map(length -> new double[] {
                                    length, line.more(Figures.session(length)).orElseThrow() / SECOND
                                })
                                .toList());
            }
        }
        if (!lines.isEmpty()) {
            plots.add(new Plot(
                    "session-" + message + "-" + link + ".png",
                    Charts.numberedAcross(Charts.lines(
                            "session of n messages, " + message + ", " + link + exhibit,
                            "messages (logarithmic)",
                            "seconds (logarithmic)",
                            lines))));
        }
    }
}
