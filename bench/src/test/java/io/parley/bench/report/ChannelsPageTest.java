package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.RunInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelsPageTest {
    private static final RunInfo INFO = new RunInfo("channels", "QUICK", "c0ffee", "machine", "17", "today", 0.1);

    @TempDir
    Path folder;

    @Test
    void aSessionIsJudgedBesideSoapOnItsWayAndBesideTheBareWay() throws Exception {
        String page = write(List.of(
                cell(Contender.CXF_JMS, 4_700_000),
                cell(Contender.PARLEY_JMS, 47_000),
                cell(Contender.ARTEMIS, 23_500),
                cell(Contender.CXF_JMS_JOURNAL, 4_000_000),
                cell(Contender.PARLEY_JMS_JOURNAL, 400_000)));

        assertThat(page)
                .containsPattern("parley-jms +\\| f64-11MB: times faster than cxf-jms +\\| +≥ 60 +\\| +100 +\\| +yes");
        assertThat(page)
                .containsPattern("parley-jms-journal +\\| f64-11MB: times faster .*\\| +≥ 25 +\\| +10.0 +\\| \\*\\*no");
        assertThat(page)
                .containsPattern("parley-jms +\\| f64-11MB: time, times that of artemis .*\\| +2.00 +\\| \\*\\*no");
        assertThat(page).contains("open: parley-jms void: time, times that of artemis");
    }

    @Test
    void whatWasNotMeasuredIsNotThere() throws Exception {
        String page = write(List.of(cell(Contender.PARLEY_HTTP, 20_000)));

        assertThat(page)
                .containsPattern("http +\\| f64-11MB +\\| +20.0 ms +\\| +– ")
                .doesNotContain("| stream");
    }

    private String write(List<CellResult> cells) throws Exception {
        return Files.readString(Report.write(folder, INFO, cells, "channels"));
    }

    private static CellResult cell(Contender system, double micros) {
        return new CellResult("echo", system.word(), "f64-11MB", 1, micros, 2 * micros, 1e6 / micros, 100, 0);
    }
}
