package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;

/** What a reader can tell apart. */
class ChartsTest {
    private static final int FORMS = 16;

    @Test
    void sixteenFormsOfAPictureHaveSixteenColours() {
        CategoryChart chart = Charts.bars("forms", "document", "speed-up");
        for (int form = 0; form < FORMS; form++) {
            Charts.bars(chart, "form " + form, List.of("a", "b"), List.of(1.0 + form, 2.0));
        }
        Charts.wholeDecades(chart.getStyler(), 1, 1 + FORMS);
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
