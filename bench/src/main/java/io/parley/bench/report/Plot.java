package io.parley.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A chart and its file.
 *
 * @param file name of the file in the report's folder
 */
record Plot(String file, Chart<?, ?> chart) {
    String title() {
        return chart.getTitle();
    }

    /** Writes the chart as PNG. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve(file), ChartEncoder.getBytes(chart, "png"));
    }
}
