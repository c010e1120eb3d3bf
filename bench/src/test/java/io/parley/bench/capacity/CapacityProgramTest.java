package io.parley.bench.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.result.RunInfo;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityProgramTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    @TempDir
    private Path folder;

    @Test
    void aCrowdOfEachSizeIsMeasuredAndOnThePage() throws Exception {
        Path page = folder.resolve("capacity.md");
        StringWriter printed = new StringWriter();

        new CapacityProgram(line -> {}, SHORT, SHORT)
                .run(
                        Pattern.compile("parley/f64-1MB").asPredicate(),
                        true,
                        new PrintWriter(printed),
                        page,
                        new RunInfo("./parley bench capacity", "quick", "0000000", "a machine", "17", "today", 0));

        List<String> lines = printed.toString().lines().toList();
        assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line).contains("\"server_us\":"));
        assertThat(lines.get(1)).contains("\"callers\":4");
        assertThat(Files.readString(page)).contains("| parley | f64-1MB  |       4 |", "## A million calls");
    }

    @Test
    void nodesFollowFromProcessorsOrMemoryWhicheverIsMore() throws Exception {
        Path page = folder.resolve("capacity.md");
        CapacityPage.write(
                page,
                List.of(
                        new Carried("cxf", "rec-complex", 1, 1, 1000, 0, 1, 1, 100, 400, 0),
                        new Carried("parley", "rec-complex", 1, 1, 9000, 0, 1, 1, 50, 40, 0),
                        new Carried("parley", "rec-complex", 8, 100, 9000, 0, 1, 1, 50, 40, 859_000)),
                List.of("parley/rec-complex, 8 callers, 10000 sessions: expected more descriptors"),
                new RunInfo("./parley bench capacity", "quick", "0000000", "a machine", "17", "today", 0));

        assertThat(Files.readString(page))
                .contains("Not measured: parley/rec-complex, 8 callers, 10000 sessions: expected more descriptors.")
                .contains("| 1,000,000 |", "101 (memory)", "10 (processors)")
                .contains("90.0 s", "500 s");
    }
}
