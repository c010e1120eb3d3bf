package io.parley.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A chart and its file.
 *
 * @param title title on the page
 * @param file name of the file in the report's folder
 */
record Plot(String title, String file, Chart<?, ?> chart) {
    /** Creates a plot that has the chart's title on the page. */
    Plot(String file, Chart<?, ?> chart) {
        this(chart.getTitle(), file, chart);
    }

    /** Writes the chart as PNG. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve(file), ChartEncoder.getBytes(chart, "png"));
    }
}
