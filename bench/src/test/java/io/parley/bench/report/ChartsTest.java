package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.XYChart;

/** Tests that a reader can distinguish the series of a chart. */
class ChartsTest {
    private static final int FORMS = 16;

    @Test
    void aSeriesWithoutAnyHeightIsNotInTheLegend() {
        CategoryChart chart = Charts.bars(
                "forms",
                "document",
                "speed-up",
                List.of("a", "b"),
                List.of("measured", "missing"),
                (form, document) -> form.equals("measured") ? 2 : Double.NaN);

        assertThat(chart.getSeriesCollection())
                .extracting(CategorySeries::getName)
                .containsExactly("measured");
        assertThat(chart.getXAxisTitle()).isEqualTo("document");
    }

    @Test
    void seriesOfPointsHaveDifferentMarkers() {
        XYChart chart = Charts.points(
                "forms",
                "compression",
                "speed-up",
                Map.of("a", List.of(new double[] {1, 2}), "b", List.of(new double[] {3, 4})));
        BitmapEncoder.getBufferedImage(chart);

        assertThat(chart.getSeriesCollection().stream()
                        .map(series -> series.getMarker().getClass())
                        .distinct())
                .hasSize(2);
    }

    @Test
    void anAxisIsNotExtendedBelowItsLimit() {
        CategoryChart chart =
                Charts.bars("forms", "document", "speed-up", List.of("a"), List.of("form"), (form, document) -> 1e-6);

        Charts.limitBelow(chart.getStyler(), 0.01);

        assertThat(chart.getStyler().getYAxisMin()).isEqualTo(0.001);
    }

    @Test
    void sixteenFormsOfAPictureHaveSixteenColours() {
        List<String> forms =
                IntStream.range(0, FORMS).mapToObj(form -> "form " + form).toList();
        CategoryChart chart = Charts.bars(
                "forms",
                "document",
                "speed-up",
                List.of("a", "b"),
                forms,
                (form, document) -> document.equals("a") ? 1 + forms.indexOf(form) : 2);
        BufferedImage image = BitmapEncoder.getBufferedImage(chart);

        Set<Integer> drawn = new HashSet<>();
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                drawn.add(image.getRGB(x, y));
            }
        }
        assertThat(Stream.of(chart.getStyler().getSeriesColors())
                        .limit(FORMS)
                        .map(Color::getRGB)
                        .filter(drawn::contains)
                        .distinct())
                .hasSize(FORMS);
    }
}
