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

        assertThat(FormGoal.all().get(1).found(cells, "small")).hasValue(1.5);
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

    private String write(List<CellResult> cells) throws Exception {
        return Files.readString(Report.write(folder, INFO, new ArrayList<>(cells), "representations"));
    }

    private static CellResult cell(String suite, String form, String document, String size, double micros) {
        return new CellResult(suite, form, document, 1, micros, micros, 1, 0, 50)
                .with(Map.of("xml_bytes", 100.0, "low_us", micros, "high_us", micros))
                .labelled(Map.of("size", size));
    }
}
