package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoresPageTest {
    private static final RunInfo INFO = new RunInfo("stores", "QUICK", "c0ffee", "machine", "17", "today", 0.1);

    @TempDir
    Path folder;

    @Test
    void anAccessBySoapIsJudgedByThePapersTwentyMilliseconds() throws Exception {
        String page = write(List.of(
                cell("fsync", "append", 90),
                cell("sqlite", "put", 120),
                cell("soap-sqlite", "set-contents", 1_000),
                cell("soap-sqlite", "get-contents", 500),
                cell("soap-memory", "set-contents", 5_000),
                cell("soap-memory", "get-contents", 4_000)));

        assertThat(page).containsPattern("sqlite +\\|.*\\| +40.0 +\\| +yes");
        assertThat(page).containsPattern("memory +\\|.*\\| +5.00 +\\| \\*\\*no\\*\\*");
        assertThat(page).contains("Oa, getContents of sqlite").contains("HHFR paper, Ob");
    }

    @Test
    void whatWasNotMeasuredIsNotThere() throws Exception {
        String page = write(List.of(cell("memory", "put", 3)));

        assertThat(page).contains("HHFR paper, wired").doesNotContain("sqlite");
    }

    private String write(List<CellResult> cells) throws Exception {
        return Files.readString(Report.write(folder, INFO, cells, "stores"));
    }

    private static CellResult cell(String engine, String what, double micros) {
        return new CellResult("stores", engine, what, 1, micros, 2 * micros, 1e6 / micros, 100, 0);
    }
}
