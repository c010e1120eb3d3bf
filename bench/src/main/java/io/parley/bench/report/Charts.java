package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Common properties of all charts: size, type and colours. */
final class Charts {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 600;
    private static final int LABEL_PIXELS = 20;
    private static final int MARKER_PIXELS = 7;
    private static final float LINE_PIXELS = 2.2f;
    private static final double LEAST_BAR = 1.2;
    private static final double FEW_NUMBERS = 100;
    /** Leading digits of numbers that are far enough from each other on a logarithmic axis. */
    private static final Set<Long> ROOMY = Set.of(1L, 2L, 5L);

    private static final float[] DASHES = {7, 5};

    /** Colours of the systems, the same in every chart. */
    private static final Map<String, Color> COLOURS = Map.ofEntries(
            Map.entry(Contender.PARLEY.word(), new Color(0x0B, 0x6E, 0x4F)),
            Map.entry(Contender.PARLEY_CXF.word(), new Color(0x5B, 0xC2, 0x9B)),
            Map.entry(Contender.NETTY.word(), new Color(0x4D, 0x4D, 0x4D)),
            Map.entry(Contender.BLOCKING.word(), new Color(0x1A, 0x1A, 0x1A)),
            Map.entry(Contender.GRPC.word(), new Color(0x2B, 0x6C, 0xB0)),
            Map.entry(Contender.CXF.word(), new Color(0xC5, 0x30, 0x30)),
            Map.entry(Contender.CXF_FI.word(), new Color(0xDD, 0x6B, 0x20)),
            Map.entry(Contender.CXF_MTOM.word(), new Color(0x80, 0x5A, 0xD5)),
            Map.entry(Contender.PARLEY_WEBSOCKET.word(), new Color(0x2C, 0x7A, 0x7B)),
            Map.entry(Contender.PARLEY_TLS.word(), new Color(0x63, 0xB3, 0xED)),
            Map.entry(Contender.PARLEY_NGINX.word(), new Color(0x81, 0xE6, 0xD9)),
            Map.entry(Contender.PARLEY_HTTP.word(), new Color(0x2F, 0x85, 0x5A)),
            Map.entry(Contender.PARLEY_JMS.word(), new Color(0x31, 0x97, 0x95)),
            Map.entry(Contender.CXF_JMS.word(), new Color(0xF5, 0x65, 0x65)),
            Map.entry(Contender.ARTEMIS.word(), new Color(0xA0, 0xAE, 0xC0)));

    /** Colours of the series that are no systems, in their order; charts of forms have sixteen. */
    private static final Color[] SERIES = Stream.of(
                    0x1F77B4, 0xFF7F0E, 0x2CA02C, 0xD62728, 0x9467BD, 0x8C564B, 0xE377C2, 0x7F7F7F, 0xBCBD22, 0x17BECF,
                    0x003F5C, 0xFFD700, 0x00E673, 0x800000, 0xAEC7E8, 0xFFBB78, 0x98DF8A, 0xC5B0D5, 0x000000, 0xF7B6D2)
            .map(Color::new)
            .toArray(Color[]::new);

    private Charts() {}

    /**
     * Creates a chart of lines with two logarithmic axes. Lines of systems have the system's colour, dashed if the name
     * is longer than the system's.
     */
    static XYChart lines(String title, String across, String up, Map<String, List<double[]>> lines) {
        XYChart chart = chart(title, across, up, lines);
        chart.getSeriesCollection().forEach(Charts::line);
        return chart;
    }

    /** Creates a chart of points with two logarithmic axes. Each series has a marker and a colour of its own. */
    static XYChart points(String title, String across, String up, Map<String, List<double[]>> points) {
        XYChart chart = chart(title, across, up, points);
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
        return chart;
    }

    private static XYChart chart(String title, String across, String up, Map<String, List<double[]>> series) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(across)
                .yAxisTitle(up)
                .build();
        XYStyler styler = chart.getStyler();
        styler.setXAxisLogarithmic(true);
        styler.setXAxisDecimalPattern("#,##0.##");
        styler.setMarkerSize(MARKER_PIXELS);
        style(styler);
        series.forEach((name, points) -> chart.addSeries(name, axis(points, 0), axis(points, 1)));
        wholeDecades(
                styler,
                series.values().stream()
                        .flatMapToDouble(points -> DoubleStream.of(axis(points, 1)))
                        .summaryStatistics());
        return chart;
    }

    private static double[] axis(List<double[]> points, int axis) {
        return points.stream().mapToDouble(point -> point[axis]).toArray();
    }

    private static void line(XYSeries series) {
        String[] words = series.getName().split(" ", 2);
        series.setMarker(SeriesMarkers.CIRCLE);
        Color colour = COLOURS.get(words[0]);
        if (colour != null) {
            series.setMarkerColor(colour).setLineColor(colour);
        }
        series.setLineStyle(
                colour != null && words.length > 1
                        ? new BasicStroke(LINE_PIXELS, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0)
                        : new BasicStroke(LINE_PIXELS, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    }

    /** Creates a chart of groups of bars with a logarithmic axis, with a bar for each series that has a height. */
    static CategoryChart bars(
            String title,
            String across,
            String up,
            List<String> groups,
            Collection<String> series,
            ToDoubleBiFunction<String, String> height) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(across)
                .yAxisTitle(up)
                .build();
        CategoryStyler styler = chart.getStyler();
        style(styler);
        styler.setAvailableSpaceFill(0.85);
        styler.setXAxisLabelRotation(45);
        styler.setXAxisTickMarkSpacingHint(LABEL_PIXELS);
        DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        for (String name : series) {
            List<Double> heights = groups.stream()
                    .map(group -> height.applyAsDouble(name, group))
                    .toList();
            if (heights.stream().noneMatch(Double::isFinite)) {
                continue;
            }
            heights.stream().filter(Double::isFinite).forEach(all::accept);
            Color colour = COLOURS.get(name);
            CategorySeries bars = chart.addSeries(name, groups, heights);
            if (colour != null) {
                bars.setFillColor(colour);
            }
        }
        wholeDecades(styler, all);
        return chart;
    }

    /**
     * Sets the limits of the axis to powers of ten, since bars cannot start at zero on a logarithmic axis. The smallest
     * bar stays visible.
     */
    private static void wholeDecades(AxesChartStyler styler, DoubleSummaryStatistics all) {
        if (all.getCount() > 0) {
            styler.setYAxisMin(decadeBelow(all.getMin()));
            styler.setYAxisMax(Math.pow(10, Math.ceil(Math.log10(all.getMax()))));
        }
    }

    /** Raises the lower limit of the axis to the power of ten below a value, if it is less. */
    static void limitBelow(AxesChartStyler styler, double least) {
        if (styler.getYAxisMin() != null) {
            styler.setYAxisMin(Math.max(decadeBelow(least), styler.getYAxisMin()));
        }
    }

    /** Returns the largest power of ten above which a bar of that height is visible. */
    private static double decadeBelow(double height) {
        return Math.pow(10, Math.floor(Math.log10(height / LEAST_BAR)));
    }

    /**
     * Adds numbers to the horizontal axis of a chart if it covers few powers of ten: by default a logarithmic axis has
     * a number at each power of ten; a short one then also has numbers between them, as many as fit.
     *
     * @return the chart
     */
    static XYChart numberedAcross(XYChart chart) {
        DoubleSummaryStatistics all = chart.getSeriesCollection().stream()
                .flatMapToDouble(series -> DoubleStream.of(series.getXMin(), series.getXMax()))
                .summaryStatistics();
        if (all.getMax() < all.getMin() * FEW_NUMBERS) {
            chart.getStyler().setXAxisLogarithmicDecadeOnly(false);
            chart.getStyler().setXAxisTickLabelsFormattingFunction(Charts::numberAcross);
        }
        return chart;
    }

    private static String numberAcross(double number) {
        double digits = number / Math.pow(10, Math.floor(Math.log10(number)));
        boolean fits = number < 10 || ROOMY.contains(Math.round(digits));
        return fits ? String.format(Locale.ROOT, "%,d", Math.round(number)) : "";
    }

    private static void style(AxesChartStyler styler) {
        styler.setSeriesColors(SERIES);
        styler.setYAxisLogarithmic(true);
        styler.setYAxisDecimalPattern("#,##0.####");
        styler.setLegendPosition(Styler.LegendPosition.OutsideE);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
        styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(new Color(0xE2, 0xE2, 0xE2));
    }
}
