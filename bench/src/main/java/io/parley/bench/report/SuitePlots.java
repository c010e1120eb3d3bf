package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Charts of the suites that time single calls: by size, by number of threads, and an overview of all workloads. */
record SuitePlots(Results results) {
    private static final double MILLI = 1_000;
    private static final String MILLISECONDS = "milliseconds per call (logarithmic)";
    /**
     * Workloads of the overview: of kinds with a number of elements, a small and a large content; the curves show the
     * others.
     */
    private static final Pattern OVERVIEW = Pattern.compile("void|rec-[a-z]+|.*-(1000|11MB)");

    /** Returns every chart for which there are results. */
    List<Plot> all() {
        List<Plot> plots = new ArrayList<>();
        for (String suite : List.of("echo", "send", "receive", "serialize", "deserialize")) {
            overview(suite).ifPresent(plots::add);
            Arrays.stream(Kind.values())
                    .filter(Kind::isCounted)
                    .flatMap(kind -> bySize(suite, kind).stream())
                    .forEach(plots::add);
        }
        Stream.of("void", "f64-1000", "rec-simple", "rec-complex")
                .flatMap(workload -> byThreads(workload).stream())
                .forEach(plots::add);
        return plots;
    }

    /** Returns whether these cells of one kind have more than one size. */
    static boolean isBySize(List<CellResult> cells) {
        return cells.stream().map(CellResult::workload).distinct().count() > 1;
    }

    /** Returns the file of the chart of a kind of content by number of elements. */
    static String fileBySize(String suite, String kind) {
        return suite + "-" + kind + ".png";
    }

    /** Returns the chart of the time by number of elements, with a line for each system. */
    private Optional<Plot> bySize(String suite, Kind kind) {
        List<CellResult> cells =
                cells(suite, cell -> Workload.of(cell.workload()).kind() == kind);
        if (!isBySize(cells)) {
            return Optional.empty();
        }
        String title = suite + ": " + kind.word() + ", median by number of elements";
        return Optional.of(new Plot(
                fileBySize(suite, kind.word()),
                Charts.numberedAcross(Charts.lines(
                        title,
                        "elements (logarithmic)",
                        MILLISECONDS,
                        lines(cells, cell -> Workload.of(cell.workload()).count(), SuitePlots::millis)))));
    }

    /** Returns the chart of the throughput by number of threads, with a line for each system. */
    private Optional<Plot> byThreads(String workload) {
        List<CellResult> cells = results.of("echo").stream()
                .filter(cell -> cell.workload().equals(workload))
                .toList();
        if (cells.stream().map(CellResult::threads).distinct().count() < 2) {
            return Optional.empty();
        }
        return Optional.of(new Plot(
                "echo-" + workload + "-threads.png",
                Charts.numberedAcross(Charts.lines(
                        "echo: " + workload + ", calls per second by threads",
                        "threads (logarithmic)",
                        "calls per second (logarithmic)",
                        lines(cells, CellResult::threads, CellResult::opsPerS)))));
    }

    /** Returns the chart of the time of each overview workload, with a bar for each system. */
    private Optional<Plot> overview(String suite) {
        List<CellResult> cells =
                cells(suite, cell -> OVERVIEW.matcher(cell.workload()).matches());
        List<String> workloads =
                cells.stream().map(CellResult::workload).distinct().toList();
        if (workloads.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(new Plot(
                suite + "-overview.png",
                Charts.bars(
                        suite + ": median of each workload",
                        "workload",
                        MILLISECONDS,
                        workloads,
                        systems(cells),
                        (system, workload) -> median(cells, system, workload) / MILLI)));
    }

    private List<CellResult> cells(String suite, Predicate<CellResult> wanted) {
        return results.of(suite).stream()
                .filter(cell -> cell.threads() == 1)
                .filter(wanted)
                .toList();
    }

    private static Map<String, List<double[]>> lines(
            List<CellResult> cells, ToDoubleFunction<CellResult> across, ToDoubleFunction<CellResult> up) {
        Map<String, List<double[]>> lines = new LinkedHashMap<>();
        for (String system : systems(cells)) {
            lines.put(
                    system,
                    cells.stream()
                            .filter(cell -> cell.system().equals(system))
                            .sorted(Comparator.comparingDouble(across))
                            .map(cell -> new double[] {across.applyAsDouble(cell), up.applyAsDouble(cell)})
                            .toList());
        }
        return lines;
    }

    /** Returns the systems of the cells, in their usual order. */
    static List<String> systems(List<CellResult> cells) {
        return Arrays.stream(Contender.values())
                .map(Contender::word)
                .filter(system -> cells.stream().anyMatch(cell -> cell.system().equals(system)))
                .toList();
    }

    /** Returns the median of a system with a workload in microseconds; NaN if it was not measured. */
    static double median(List<CellResult> cells, String system, String workload) {
        return cells.stream()
                .filter(cell ->
                        cell.workload().equals(workload) && cell.system().equals(system))
                .mapToDouble(CellResult::medianUs)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double millis(CellResult cell) {
        return cell.medianUs() / MILLI;
    }
}
