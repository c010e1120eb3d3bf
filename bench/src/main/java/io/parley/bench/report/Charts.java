package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** What all pictures have in common: size, type, colours. */
final class Charts {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 600;
    private static final int LABEL_PIXELS = 20;
    private static final int MARKER_PIXELS = 7;
    private static final float LINE_PIXELS = 2.2f;
    private static final double LEAST_BAR = 1.2;
    private static final double FEW_NUMBERS = 100;
    /** What numbers begin with that are far enough from each other on a logarithmic axis. */
    private static final Set<Long> ROOMY = Set.of(1L, 2L, 5L);

    private static final float[] DASHES = {7, 5};

    /** A system has the same colour everywhere. */
    private static final Map<String, Color> COLOURS = Map.ofEntries(
            Map.entry(Contender.PARLEY.word(), new Color(0x0B, 0x6E, 0x4F)),
            Map.entry(Contender.PARLEY_INTERPRETED.word(), new Color(0x8A, 0x9A, 0x5B)),
            Map.entry(Contender.PARLEY_CXF.word(), new Color(0x5B, 0xC2, 0x9B)),
            Map.entry(Contender.NETTY.word(), new Color(0x4D, 0x4D, 0x4D)),
            Map.entry(Contender.BLOCKING.word(), new Color(0x1A, 0x1A, 0x1A)),
            Map.entry(Contender.GRPC.word(), new Color(0x2B, 0x6C, 0xB0)),
            Map.entry(Contender.CXF.word(), new Color(0xC5, 0x30, 0x30)),
            Map.entry(Contender.CXF_FI.word(), new Color(0xDD, 0x6B, 0x20)),
            Map.entry(Contender.CXF_MTOM.word(), new Color(0x80, 0x5A, 0xD5)),
            Map.entry(Contender.CXF_GZIP.word(), new Color(0xB8, 0x91, 0x1F)),
            Map.entry(Contender.PARLEY_WEBSOCKET.word(), new Color(0x2C, 0x7A, 0x7B)),
            Map.entry(Contender.PARLEY_TLS.word(), new Color(0x63, 0xB3, 0xED)),
            Map.entry(Contender.PARLEY_NGINX.word(), new Color(0x81, 0xE6, 0xD9)),
            Map.entry(Contender.PARLEY_HTTP.word(), new Color(0x2F, 0x85, 0x5A)),
            Map.entry(Contender.PARLEY_JMS.word(), new Color(0x31, 0x97, 0x95)),
            Map.entry(Contender.CXF_JMS.word(), new Color(0xF5, 0x65, 0x65)),
            Map.entry(Contender.ARTEMIS.word(), new Color(0xA0, 0xAE, 0xC0)),
            Map.entry(Contender.JAVA.word(), new Color(0x97, 0x26, 0x6D)));

    /** Of series that are of no system, in their order; pictures of forms have sixteen. */
    private static final Color[] SERIES = Stream.of(
                    0x1F77B4, 0xFF7F0E, 0x2CA02C, 0xD62728, 0x9467BD, 0x8C564B, 0xE377C2, 0x7F7F7F, 0xBCBD22, 0x17BECF,
                    0x003F5C, 0xFFD700, 0x00E673, 0x800000, 0xAEC7E8, 0xFFBB78, 0x98DF8A, 0xC5B0D5, 0x000000, 0xF7B6D2)
            .map(Color::new)
            .toArray(Color[]::new);

    private Charts() {}

    /** Lines over two logarithmic axes. */
    static XYChart lines(String title, String across, String up) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(across)
                .yAxisTitle(up)
                .build();
        chart.getStyler().setXAxisLogarithmic(true);
        chart.getStyler().setXAxisDecimalPattern("#,##0");
        chart.getStyler().setMarkerSize(MARKER_PIXELS);
        style(chart.getStyler());
        return chart;
    }

    /** A line in its system's colour; a dashed one if the system has another in the same picture. */
    static void line(XYChart chart, String name, String system, boolean dashed, List<double[]> points) {
        BasicStroke stroke = dashed
                ? new BasicStroke(LINE_PIXELS, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0)
                : new BasicStroke(LINE_PIXELS, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
        series(chart, name, points)
                .setMarker(SeriesMarkers.CIRCLE)
                .setMarkerColor(COLOURS.get(system))
                .setLineColor(COLOURS.get(system))
                .setLineStyle(stroke);
    }

    /** A line in a colour of its own, for pictures that are not of systems. */
    static void line(XYChart chart, String name, List<double[]> points) {
        series(chart, name, points)
                .setMarker(SeriesMarkers.CIRCLE)
                .setLineStyle(new BasicStroke(LINE_PIXELS, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    }

    /** Points over two logarithmic axes. */
    static XYChart points(String title, String across, String up) {
        XYChart chart = lines(title, across, up);
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
        chart.getStyler().setXAxisDecimalPattern("#,##0.##");
        return chart;
    }

    /** Points of one kind, in a colour of their own. */
    static void point(XYChart chart, String name, List<double[]> points) {
        series(chart, name, points);
    }

    private static XYSeries series(XYChart chart, String name, List<double[]> points) {
        return chart.addSeries(
                name,
                points.stream().mapToDouble(point -> point[0]).toArray(),
                points.stream().mapToDouble(point -> point[1]).toArray());
    }

    /** Groups of bars over a logarithmic axis. */
    static CategoryChart bars(String title, String across, String up) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(across)
                .yAxisTitle(up)
                .build();
        style(chart.getStyler());
        chart.getStyler().setAvailableSpaceFill(0.85);
        chart.getStyler().setXAxisLabelRotation(45);
        chart.getStyler().setXAxisTickMarkSpacingHint(LABEL_PIXELS);
        return chart;
    }

    /** The bars of a system, one for each group; not a number where there is none. */
    static void bars(CategoryChart chart, String system, List<String> groups, List<Double> heights) {
        CategorySeries series = chart.addSeries(system, groups, heights);
        Color colour = COLOURS.get(system);
        if (colour != null) {
            series.setFillColor(colour);
        }
    }

    /**
     * The axis begins and ends with a power of ten, for on a logarithmic one bars cannot begin at zero; even the least
     * is to be seen.
     */
    static void wholeDecades(AxesChartStyler styler, double least, double most) {
        styler.setYAxisMin(Math.pow(10, Math.floor(Math.log10(least / LEAST_BAR))));
        styler.setYAxisMax(Math.pow(10, Math.ceil(Math.log10(most))));
    }

    /**
     * A logarithmic axis has a number at each power of ten; one that is shorter than two of them also between, as many as
     * there is room for.
     */
    static void numbersAcross(AxesChartStyler styler, double least, double most) {
        if (most < least * FEW_NUMBERS) {
            styler.setXAxisLogarithmicDecadeOnly(false);
            styler.setXAxisTickLabelsFormattingFunction(Charts::numberAcross);
        }
    }

    private static String numberAcross(double number) {
        double digits = number / Math.pow(10, Math.floor(Math.log10(number)));
        boolean told = number < 10 || ROOMY.contains(Math.round(digits));
        return told ? String.format(Locale.ROOT, "%,d", Math.round(number)) : "";
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
