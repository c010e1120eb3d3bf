package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.plan.Depth;
import io.parley.bench.plan.Plan;
import io.parley.bench.plan.Program;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepresentationsPageTest {
    private static final RunInfo INFO =
            new RunInfo("representations", "QUICK", "c0ffee", "machine", "17", "today", 0.1);

    @TempDir
    Path folder;

    @Test
    void goalsAreJudgedByTheGeometricMeanOfAClass() throws Exception {
        List<CellResult> cells = List.of(
                cell("read", "woodstox", "a", "small", 100),
                cell("read", "bnux0", "a", "small", 10),
                cell("read", "woodstox", "b", "small", 100),
                cell("read", "bnux0", "b", "small", 40),
                cell("read", "woodstox", "c", "medium", 100),
                cell("read", "bnux0", "c", "medium", 50));

        String page = write(cells);

        assertThat(page).containsPattern("bnux, streaming read, against Woodstox +\\| ≥ 4.0 +\\| +5.00 +\\| +yes");
        assertThat(page).containsPattern("5.00 +\\| +yes +\\| +≥ 5.0 +\\| +2.00 +\\| \\*\\*no\\*\\*");
        assertThat(page).contains("open");
        assertThat(folder.resolve("forms-read-woodstox-compression.png")).isNotEmptyFile();
    }

    @Test
    void aReferenceThatStandsAloneHasATableAndNoPlots() throws Exception {
        String page = write(List.of(cell("tree", "xom", "a", "small", 100)));

        assertThat(page).contains("## Tree deserialization").doesNotContain("forms-tree");
    }

    @Test
    void theFastestOfSeveralReferencesCounts() {
        FormCells cells = new FormCells(new Results(List.of(
                cell("read", "bnux0", "a", "small", 10),
                cell("read", "fi0-sax", "a", "small", 15),
                cell("read", "fi0-stax", "a", "small", 30))));

        assertThat(FormGoal.all().get(1).found(cells, "small")).isEqualTo(1.5);
    }

    @Test
    void everyFormOfAGoalIsMeasuredAsGoalsAsk() {
        for (FormGoal goal : FormGoal.all()) {
            for (String form : Stream.concat(goal.forms().stream(), goal.references().stream())
                    .toList()) {
                Pattern cell = Pattern.compile("^" + goal.suite() + " " + form + "@quick-large$");

                assertThat(Plan.of(Program.REPRESENTATIONS, Depth.GOALS)
                                .matching(cell)
                                .runs())
                        .as("%s %s", goal.suite(), form)
                        .hasSize(3);
            }
        }
    }

    @Test
    void thePageSaysHowOftenAndAfterHowLongAWarmUpFormsWereMeasured() throws Exception {
        CellResult once = cell("read", "woodstox", "a", "small", 100);
        CellResult thrice = cell("read", "bnux0", "a", "small", 10)
                .with(Map.of("xml_bytes", 100.0, "warm_up_ms", 4_000.0, "rounds", 3.0, "low_us", 9.0, "high_us", 11.0));

        String page = write(List.of(once, thrice));

        assertThat(page).containsPattern("\\| 1 +\\| – +\\| +read woodstox \\|");
        assertThat(page).containsPattern("\\| 3 +\\| 4.00 s +\\| +read bnux0 \\|");
    }

    @Test
    void anImageBesideATableIsJudgedByWhatGoesOverTheWire() throws Exception {
        String page = write(List.of(
                new CellResult("messages", "soap", "jpeg", 1, 1, 1, 1, 0, 40_000),
                new CellResult("messages", "tdxml", "jpeg", 1, 1, 1, 1, 0, 29_000),
                new CellResult("messages", "tdxml-elements", "jpeg", 1, 1, 1, 1, 0, 33_000)));

        assertThat(page)
                .containsPattern("wire by tdxml, times those of SOAP +\\| jpeg +\\| ≤ 0.74 +\\| +0.73 +\\| +yes");
        assertThat(page)
                .containsPattern("tdxml-elements, times those of SOAP +\\| jpeg +\\| ≤ 0.74 +\\| +0.83 +\\| +\\*\\*no");
    }

    @Test
    void notSlowerIsShownByAnIntervalThatEndsAtOneOrBelow() throws Exception {
        String page = write(List.of(
                cell("rounds", "xml", "a", "small", 100),
                rounds(
                        "a",
                        Map.of(
                                "ratio",
                                0.98,
                                "ratio_low",
                                0.97,
                                "ratio_high",
                                1.0,
                                "ratio_least",
                                0.975,
                                "ratio_most",
                                0.985,
                                "rounds",
                                5.0)),
                cell("rounds", "xml", "b", "small", 100),
                rounds("b", Map.of("ratio", 0.98, "ratio_low", 0.97, "ratio_high", 1.01)),
                cell("rounds", "xml", "c", "small", 100),
                rounds("c", Map.of("ratio", 1.02, "ratio_low", 1.01, "ratio_high", 1.03)),
                cell("rounds", "xml", "d", "small", 100),
                rounds("d", Map.of("ratio", 0.98, "ratio_low", Double.NaN, "ratio_high", Double.NaN))));

        assertThat(page)
                .contains("Shown for 1 documents, refuted for 1.")
                .containsPattern("\\| a .* 0.970 to 1.000 +\\| +0.975 to 0.985 \\(5\\) +\\| +yes +\\|")
                .containsPattern("\\| b .* 0.970 to 1.010 +\\| +– +\\| +open +\\|")
                .containsPattern("\\| c .* 1.010 to 1.030 +\\| +– +\\| +\\*\\*no\\*\\* +\\|")
                .containsPattern("\\| d .* +– +\\| +open +\\|");
    }

    private static CellResult rounds(String document, Map<String, Double> figures) {
        return cell("rounds", "bnux", document, "small", 98).with(figures);
    }

    private String write(List<CellResult> cells) throws Exception {
        return Files.readString(Report.write(folder, INFO, new ArrayList<>(cells), "representations"));
    }

    private static CellResult cell(String suite, String form, String document, String size, double micros) {
        return new CellResult(suite, form, document, 1, micros, micros, 1, 0, 50)
                .with(Map.of("xml_bytes", 100.0, "low_us", micros, "high_us", micros))
                .labelled(Map.of("size", size));
    }
}
