package io.parley.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;

/** Charts of the bnux paper: speed-up against compression, both by document, and sizes and symbols. */
final class FormPlots {
    private static final int TOP = 16;
    private static final double PERCENT = 100;
    /** Smallest speed-up for which the axis is extended. */
    private static final double LEAST = 0.01;

    private static final double LEAST_FACTOR = 0.1;
    private static final double MOST_FACTOR = 100;
    /** Reference forms of the paper for each suite: streaming, and trees of XOM. */
    private static final Map<String, List<String>> BASELINES = Map.of(
            "read", List.of("xom-nnf", "woodstox"),
            "write", List.of("woodstox"),
            "tree", List.of("xom"),
            "untree", List.of("xom"));

    private FormPlots() {}

    /** Returns the charts of the documents' sizes and symbols. */
    static List<Plot> documents(FormCells cells) {
        List<String> names = cells.documents("documents");
        CategoryChart sizes = Charts.bars(
                "XML file size",
                "document",
                "bytes (logarithmic)",
                names,
                List.of("XML"),
                (series, name) -> described(cells, name, "xml_bytes"));
        Map<String, List<double[]>> shares = new LinkedHashMap<>();
        for (String name : names) {
            shares.put(
                    name,
                    IntStream.rangeClosed(1, TOP)
                            .mapToObj(some -> new double[] {some, PERCENT * described(cells, name, "top_" + some)})
                            .toList());
        }
        XYChart top = Charts.lines(
                "Accumulated frequencies of the top symbols", "symbols (logarithmic)", "percent of all", shares);
        top.getStyler().setYAxisLogarithmic(false);
        top.getStyler().setYAxisMin(0.0);
        top.getStyler().setYAxisMax(PERCENT);
        return List.of(
                new Plot("forms-sizes.png", sizes),
                new Plot("Accumulated frequencies of the top 16 symbols", "forms-symbols.png", top));
    }

    private static double described(FormCells cells, String document, String figure) {
        return Results.figure(cells.results().find("documents", "xml", document), cell -> Results.more(cell, figure));
    }

    /** Returns the charts of the speed of a suite's forms. */
    static List<Plot> speed(FormCells cells, String suite, String title) {
        List<Plot> plots = new ArrayList<>();
        for (String baseline : BASELINES.getOrDefault(suite, List.of())) {
            List<String> documents = cells.documents(suite);
            List<String> forms = cells.results().systems(suite).stream()
                    .filter(form -> !form.equals(baseline))
                    .filter(form -> documents.stream()
                            .anyMatch(document -> Double.isFinite(cells.speedUp(suite, form, baseline, document))))
                    .toList();
            // A chart without a series cannot be drawn; results of some cells may have the baseline only.
            if (!forms.isEmpty()) {
                String name = title + ": speed-up over " + baseline;
                String file = "forms-" + suite + "-" + baseline;
                plots.add(new Plot(
                        file + "-compression.png",
                        againstCompression(cells, suite, name + " against compression", baseline, forms)));
                CategoryChart byDocument = Charts.bars(
                        name + ", by document",
                        "document, from small to large",
                        "speed-up (logarithmic)",
                        documents,
                        forms,
                        (form, document) -> cells.speedUp(suite, form, baseline, document));
                Charts.limitBelow(byDocument.getStyler(), LEAST);
                plots.add(new Plot(file + "-documents.png", byDocument));
            }
        }
        return plots;
    }

    /**
     * Returns a chart with a point for each document: a mean would hide the paper's finding that speed depends on the
     * document.
     */
    private static XYChart againstCompression(
            FormCells cells, String suite, String title, String baseline, List<String> forms) {
        Map<String, List<double[]>> points = new LinkedHashMap<>();
        for (String form : forms) {
            points.put(
                    form,
                    cells.documents(suite).stream()
                            .map(document -> new double[] {
                                cells.compression(form, document), cells.speedUp(suite, form, baseline, document)
                            })
                            .filter(point -> Double.isFinite(point[0]) && Double.isFinite(point[1]))
                            .toList());
        }
        points.values().removeIf(List::isEmpty);
        XYChart chart = Charts.points(title, "compression factor (logarithmic)", "speed-up (logarithmic)", points);
        chart.getStyler().setXAxisMin(LEAST_FACTOR);
        chart.getStyler().setXAxisMax(MOST_FACTOR);
        Charts.limitBelow(chart.getStyler(), LEAST);
        return chart;
    }
}
