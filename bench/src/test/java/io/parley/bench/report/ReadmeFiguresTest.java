package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that the figures in the README are those of the results from which the report is written. */
class ReadmeFiguresTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> SYSTEMS = List.of("cxf", "parley-cxf", "grpc", "parley");

    private final ObjectMapper json = new ObjectMapper();

    @Test
    void mediansAndCommitAreThoseOfTheReport() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("docs/benchmarks/results.jsonl"));
        String readme = Files.readString(ROOT.resolve("README.md"));
        Map<String, Double> medians = medians(lines);

        assertThat(readme).contains(json.readTree(lines.get(0)).get("commit").asText());
        assertThat(readme).contains("| 11 MB of doubles | " + row(medians, "f64-11MB") + " |");
        assertThat(readme).contains("| a record of lists and records | " + row(medians, "rec-complex") + " |");
        assertThat(readme).contains("| a call without content | " + row(medians, "void") + " |");
    }

    private Map<String, Double> medians(List<String> lines) throws IOException {
        Map<String, Double> medians = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            JsonNode result = json.readTree(line).path("result");
            if (result.path("suite").asText().equals("echo")
                    && result.path("threads").asInt() == 1) {
                medians.put(
                        result.path("workload").asText() + " "
                                + result.path("system").asText(),
                        result.path("median_us").asDouble());
            }
        }
        return medians;
    }

    private static String row(Map<String, Double> medians, String workload) {
        List<String> cells = new ArrayList<>();
        for (String system : SYSTEMS) {
            double millis = medians.get(workload + " " + system) / 1_000;
            String form = millis >= 100 ? "%,.0f ms" : millis >= 10 ? "%.1f ms" : "%.2f ms";
            cells.add(String.format(Locale.ROOT, form, millis));
        }
        return String.join(" | ", cells);
    }
}
