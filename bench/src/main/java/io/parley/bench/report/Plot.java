package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A picture of results.
 *
 * @param file its name in the report's folder
 */
record Plot(String title, String file, Chart<?, ?> chart) {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 600;
    private static final int LABEL_PIXELS = 20;
    private static final double MILLI = 1_000;

    /** Of counted kinds, a small and a large content stand for the others, which the curves show. */
    private static final Pattern OVERVIEW = Pattern.compile("void|rec-[a-z]+|.*-(1000|11MB)");

    /** A system has the same colour everywhere. */
    private static final Map<String, Color> COLOURS = Map.of(
            Contender.PARLEY.word(), new Color(0x0B, 0x6E, 0x4F),
            Contender.PARLEY_CXF.word(), new Color(0x5B, 0xC2, 0x9B),
            Contender.NETTY.word(), new Color(0x4D, 0x4D, 0x4D),
            Contender.GRPC.word(), new Color(0x2B, 0x6C, 0xB0),
            Contender.CXF.word(), new Color(0xC5, 0x30, 0x30),
            Contender.CXF_FI.word(), new Color(0xDD, 0x6B, 0x20),
            Contender.CXF_MTOM.word(), new Color(0x80, 0x5A, 0xD5),
            Contender.CXF_GZIP.word(), new Color(0xB8, 0x91, 0x1F),
            Contender.JAVA.word(), new Color(0x97, 0x26, 0x6D));

    /** Every picture for which there are results. */
    static List<Plot> all(Results results) {
        List<Plot> plots = new ArrayList<>();
        for (String suite : List.of("echo", "send", "receive", "serialize", "deserialize")) {
            bars(results, suite).ifPresent(plots::add);
            for (Kind kind : Kind.values()) {
                if (kind.isCounted()) {
                    curves(results, suite, kind).ifPresent(plots::add);
                }
            }
        }
        return plots;
    }

    /** Writes the picture as PNG. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve(file), ChartEncoder.getBytes(chart, "png"));
    }

    /** Time by number of elements, a line for each system. */
    private static Optional<Plot> curves(Results results, String suite, Kind kind) {
        List<CellResult> cells = results.all().stream()
                .filter(result -> result.suite().equals(suite) && result.threads() == 1)
                .filter(result -> Workload.of(result.workload()).kind() == kind)
                .sorted(Comparator.comparingInt(
                        result -> Workload.of(result.workload()).count()))
                .toList();
        if (cells.stream().map(CellResult::workload).distinct().count() < 2) {
            return Optional.empty();
        }
        String title = suite + ": " + kind.word() + ", median by number of elements";
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle("elements (logarithmic)")
                .yAxisTitle("milliseconds per call (logarithmic)")
                .build();
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setXAxisDecimalPattern("#,##0");
        style(chart.getStyler());
        for (Contender system : Contender.values()) {
            List<CellResult> line = cells.stream()
                    .filter(cell -> cell.system().equals(system.word()))
                    .toList();
            if (!line.isEmpty()) {
                chart.addSeries(
                                system.word(),
                                line.stream()
                                        .mapToDouble(cell ->
                                                Workload.of(cell.workload()).count())
                                        .toArray(),
                                line.stream()
                                        .mapToDouble(cell -> cell.medianUs() / MILLI)
                                        .toArray())
                        .setMarker(SeriesMarkers.CIRCLE)
                        .setMarkerColor(COLOURS.get(system.word()))
                        .setLineColor(COLOURS.get(system.word()));
            }
        }
        return Optional.of(new Plot(title, suite + "-" + kind.word() + ".png", chart));
    }

    /** Time of each workload that stands for others, a bar for each system. */
    private static Optional<Plot> bars(Results results, String suite) {
        List<CellResult> cells = results.all().stream()
                .filter(result -> result.suite().equals(suite) && result.threads() == 1)
                .filter(result -> OVERVIEW.matcher(result.workload()).matches())
                .toList();
        List<String> workloads =
                cells.stream().map(CellResult::workload).distinct().toList();
        if (workloads.isEmpty()) {
            return Optional.empty();
        }
        String title = suite + ": median of each workload";
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle("workload")
                .yAxisTitle("milliseconds per call (logarithmic)")
                .build();
        style(chart.getStyler());
        chart.getStyler().setAvailableSpaceFill(0.85);
        chart.getStyler().setXAxisLabelRotation(45);
        chart.getStyler().setXAxisTickMarkSpacingHint(LABEL_PIXELS);
        chart.getStyler().setYAxisMin(decadeBelow(cells));
        for (Contender system : Contender.values()) {
            List<Double> values = workloads.stream()
                    .map(workload -> cells.stream()
                            .filter(cell -> cell.workload().equals(workload)
                                    && cell.system().equals(system.word()))
                            .map(cell -> cell.medianUs() / MILLI)
                            .findFirst()
                            .orElse(Double.NaN))
                    .toList();
            if (values.stream().anyMatch(value -> !value.isNaN())) {
                chart.addSeries(system.word(), workloads, values).setFillColor(COLOURS.get(system.word()));
            }
        }
        return Optional.of(new Plot(title, suite + "-overview.png", chart));
    }

    /** Bars have to begin somewhere, and on a logarithmic axis that is not zero. */
    private static double decadeBelow(List<CellResult> cells) {
        double least = cells.stream()
                .mapToDouble(cell -> cell.medianUs() / MILLI)
                .min()
                .orElseThrow();
        return Math.pow(10, Math.floor(Math.log10(least)));
    }

    private static void style(AxesChartStyler styler) {
        styler.setYAxisLogarithmic(true);
        styler.setYAxisDecimalPattern("#,##0.###");
        styler.setLegendPosition(Styler.LegendPosition.OutsideE);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(new Color(0xE2, 0xE2, 0xE2));
    }
}
