package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;

/** The pictures of suites that time single calls: by size, by number of threads, and all workloads beside each other. */
final class SuitePlots {
    private static final double MILLI = 1_000;
    private static final String MILLISECONDS = "milliseconds per call (logarithmic)";

    /** Of counted kinds, a small and a large content stand for the others, which the curves show. */
    private static final Pattern OVERVIEW = Pattern.compile("void|rec-[a-z]+|.*-(1000|11MB)");

    private final Results results;

    private SuitePlots(Results results) {
        this.results = results;
    }

    /** Every picture for which there are results. */
    static List<Plot> all(Results results) {
        SuitePlots of = new SuitePlots(results);
        List<Plot> plots = new ArrayList<>();
        for (String suite : List.of("echo", "send", "receive", "serialize", "deserialize")) {
            of.overview(suite).ifPresent(plots::add);
            for (Kind kind : Kind.values()) {
                if (kind.isCounted()) {
                    of.bySize(suite, kind).ifPresent(plots::add);
                }
            }
        }
        for (String workload : List.of("void", "f64-1000", "rec-simple", "rec-complex")) {
            of.byThreads(workload).ifPresent(plots::add);
        }
        return plots;
    }

    /** Whether these cells of one kind have more than one size. */
    static boolean isBySize(List<CellResult> cells) {
        return cells.stream().map(CellResult::workload).distinct().count() > 1;
    }

    /** The picture of a kind of contents by their number. */
    static String fileBySize(String suite, String kind) {
        return suite + "-" + kind + ".png";
    }

    /** Time by number of elements, a line for each system. */
    private Optional<Plot> bySize(String suite, Kind kind) {
        List<CellResult> cells = results.of(suite).stream()
                .filter(cell -> cell.threads() == 1)
                .filter(cell -> Workload.of(cell.workload()).kind() == kind)
                .toList();
        if (!isBySize(cells)) {
            return Optional.empty();
        }
        String title = suite + ": " + kind.word() + ", median by number of elements";
        XYChart chart = Charts.lines(title, "elements (logarithmic)", MILLISECONDS);
        lines(chart, cells, cell -> Workload.of(cell.workload()).count(), cell -> cell.medianUs() / MILLI);
        return Optional.of(new Plot(title, fileBySize(suite, kind.word()), chart));
    }

    /** Throughput by number of threads, a line for each system. */
    private Optional<Plot> byThreads(String workload) {
        List<CellResult> cells = results.of("echo").stream()
                .filter(cell -> cell.workload().equals(workload))
                .toList();
        if (cells.stream().map(CellResult::threads).distinct().count() < 2) {
            return Optional.empty();
        }
        String title = "echo: " + workload + ", calls per second by threads";
        XYChart chart = Charts.lines(title, "threads (logarithmic)", "calls per second (logarithmic)");
        lines(chart, cells, CellResult::threads, CellResult::opsPerS);
        return Optional.of(new Plot(title, "echo-" + workload + "-threads.png", chart));
    }

    private static void lines(
            XYChart chart,
            List<CellResult> cells,
            ToDoubleFunction<CellResult> across,
            ToDoubleFunction<CellResult> up) {
        for (Contender system : Contender.values()) {
            List<double[]> points = cells.stream()
                    .filter(cell -> cell.system().equals(system.word()))
                    .sorted(Comparator.comparingDouble(across))
                    .map(cell -> new double[] {across.applyAsDouble(cell), up.applyAsDouble(cell)})
                    .toList();
            if (!points.isEmpty()) {
                Charts.line(chart, system.word(), system.word(), false, points);
            }
        }
        DoubleSummaryStatistics wide = cells.stream().mapToDouble(across).summaryStatistics();
        DoubleSummaryStatistics high = cells.stream().mapToDouble(up).summaryStatistics();
        Charts.numbersAcross(chart.getStyler(), wide.getMin(), wide.getMax());
        Charts.wholeDecades(chart.getStyler(), high.getMin(), high.getMax());
    }

    /** Time of each workload that stands for others, a bar for each system. */
    private Optional<Plot> overview(String suite) {
        List<CellResult> cells = results.of(suite).stream()
                .filter(cell -> cell.threads() == 1)
                .filter(cell -> OVERVIEW.matcher(cell.workload()).matches())
                .toList();
        List<String> workloads =
                cells.stream().map(CellResult::workload).distinct().toList();
        if (workloads.size() < 2) {
            return Optional.empty();
        }
        String title = suite + ": median of each workload";
        CategoryChart chart = Charts.bars(title, "workload", MILLISECONDS);
        for (Contender system : Contender.values()) {
            List<Double> heights = workloads.stream()
                    .map(workload -> cells.stream()
                            .filter(cell -> cell.workload().equals(workload)
                                    && cell.system().equals(system.word()))
                            .map(cell -> cell.medianUs() / MILLI)
                            .findFirst()
                            .orElse(Double.NaN))
                    .toList();
            if (heights.stream().anyMatch(height -> !height.isNaN())) {
                Charts.bars(chart, system.word(), workloads, heights);
            }
        }
        double[] all = cells.stream()
                .mapToDouble(cell -> cell.medianUs() / MILLI)
                .sorted()
                .toArray();
        Charts.wholeDecades(chart.getStyler(), all[0], all[all.length - 1]);
        return Optional.of(new Plot(title, suite + "-overview.png", chart));
    }
}
