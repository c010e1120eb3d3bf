package io.parley.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.AxesChartStyler;

/** The pictures of the bnux paper: speed-up against compression, both by document, sizes and symbols. */
final class FormPlots {
    private static final int TOP = 16;
    private static final double PERCENT = 100;
    private static final double LEAST = 0.01;
    private static final double LEAST_FACTOR = 0.1;
    private static final double MOST_FACTOR = 100;

    /** What the paper holds forms against: streaming and trees of XOM. */
    private static final Map<String, List<String>> BASELINES = Map.of(
            "read", List.of("xom-nnf", "woodstox"),
            "write", List.of("woodstox"),
            "tree", List.of("xom"),
            "untree", List.of("xom"));

    private FormPlots() {}

    /** What documents are. */
    static List<Plot> documents(FormCells cells) {
        List<String> names = cells.documents("documents");
        CategoryChart sizes = Charts.bars("XML file size", "document", "bytes (logarithmic)");
        List<Double> bytes = names.stream()
                .map(name -> cells.cell("documents", "xml", name)
                        .map(FormCells::xmlBytes)
                        .orElse(Double.NaN))
                .toList();
        Charts.bars(sizes, "XML", names, bytes);
        Charts.wholeDecades(
                sizes.getStyler(),
                bytes.stream().min(Comparator.naturalOrder()).orElse(1.0),
                bytes.stream().max(Comparator.naturalOrder()).orElse(1.0));
        XYChart top =
                Charts.lines("Accumulated frequencies of the top symbols", "symbols (logarithmic)", "percent of all");
        top.getStyler().setYAxisLogarithmic(false);
        top.getStyler().setYAxisMin(0.0);
        top.getStyler().setYAxisMax(PERCENT);
        for (String name : names) {
            List<double[]> points = IntStream.rangeClosed(1, TOP)
                    .mapToObj(some -> new double[] {
                        some,
                        PERCENT
                                * cells.cell("documents", "xml", name)
                                        .map(cell -> cell.more("top_" + some).orElse(0))
                                        .orElse(0.0)
                    })
                    .toList();
            Charts.line(top, name, points);
        }
        return List.of(
                new Plot("XML file size", "forms-sizes.png", sizes),
                new Plot("Accumulated frequencies of the top 16 symbols", "forms-symbols.png", top));
    }

    /** How fast the forms of a suite are. */
    static List<Plot> speed(FormCells cells, String suite, String title) {
        List<Plot> plots = new ArrayList<>();
        for (String baseline : BASELINES.getOrDefault(suite, List.of())) {
            if (hasRivals(cells, suite, baseline)) {
                plots.add(againstCompression(cells, suite, title, baseline));
                plots.add(byDocument(cells, suite, title, baseline));
            }
        }
        return plots;
    }

    /** A plot without a series cannot be drawn; results of some cells may have the baseline alone. */
    private static boolean hasRivals(FormCells cells, String suite, String baseline) {
        return cells.forms(suite).stream()
                .filter(form -> !form.equals(baseline))
                .anyMatch(form -> cells.documents(suite).stream()
                        .anyMatch(document ->
                                cells.speedUp(suite, form, baseline, document).isPresent()));
    }

    /** The mean over the documents would hide what the paper says: it depends on the document. */
    private static Plot againstCompression(FormCells cells, String suite, String title, String baseline) {
        String name = title + ": speed-up over " + baseline + " against compression";
        XYChart chart = Charts.points(name, "compression factor (logarithmic)", "speed-up (logarithmic)");
        List<Double> heights = new ArrayList<>();
        for (String form : cells.forms(suite)) {
            List<double[]> points = new ArrayList<>();
            for (String document : cells.documents(suite)) {
                OptionalDouble speed = cells.speedUp(suite, form, baseline, document);
                OptionalDouble factor = cells.compression(form, document);
                if (speed.isPresent() && factor.isPresent()) {
                    points.add(new double[] {factor.getAsDouble(), speed.getAsDouble()});
                    heights.add(speed.getAsDouble());
                }
            }
            if (!points.isEmpty() && !form.equals(baseline)) {
                Charts.point(chart, form, points);
            }
        }
        limits(heights, chart.getStyler());
        chart.getStyler().setXAxisMin(LEAST_FACTOR);
        chart.getStyler().setXAxisMax(MOST_FACTOR);
        return new Plot(name, "forms-" + suite + "-" + baseline + "-compression.png", chart);
    }

    private static Plot byDocument(FormCells cells, String suite, String title, String baseline) {
        String name = title + ": speed-up over " + baseline + ", by document";
        CategoryChart chart = Charts.bars(name, "document, from small to large", "speed-up (logarithmic)");
        List<String> documents = cells.documents(suite);
        List<Double> heights = new ArrayList<>();
        for (String form : cells.forms(suite)) {
            if (!form.equals(baseline)) {
                List<Double> bars = documents.stream()
                        .map(document ->
                                cells.speedUp(suite, form, baseline, document).orElse(Double.NaN))
                        .toList();
                bars.stream().filter(Double::isFinite).forEach(heights::add);
                Charts.bars(chart, form, documents, bars);
            }
        }
        limits(heights, chart.getStyler());
        return new Plot(name, "forms-" + suite + "-" + baseline + "-documents.png", chart);
    }

    private static void limits(List<Double> heights, AxesChartStyler styler) {
        if (!heights.isEmpty()) {
            Charts.wholeDecades(
                    styler,
                    Math.max(
                            LEAST,
                            heights.stream().min(Comparator.naturalOrder()).orElseThrow()),
                    heights.stream().max(Comparator.naturalOrder()).orElseThrow());
        }
    }
}
