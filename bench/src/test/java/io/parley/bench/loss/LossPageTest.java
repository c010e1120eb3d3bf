package io.parley.bench.loss;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LossPageTest {
    @TempDir
    Path folder;

    private static final RunInfo RUN =
            new RunInfo("./parley bench loss", "quick", "0000000", "a machine", "17", "today", 0);

    private final List<Measured> all = new ArrayList<>();

    @Test
    void aGoalIsMetByTheMedianOverTheSeeds() throws Exception {
        for (double millis : new double[] {90, 100, 900}) {
            found("loss-1", Way.QUIC, Map.of(Calls.P99, millis));
        }
        for (double millis : new double[] {200, 201, 100}) {
            found("loss-1", Way.STREAM, Map.of(Calls.P99, millis));
        }

        assertThat(goal("loss-1"))
                .contains("100 ms", "200 ms", "0.50 times", " met ")
                .doesNotContain("not met");
    }

    @Test
    void aGoalThatIsMissedIsSaidToBe() throws Exception {
        found("rebinding", Way.QUIC, Map.of(Calls.MOST, 201.0));
        found("rebinding", Way.STREAM, Map.of(Calls.MOST, 400.0));

        assertThat(goal("rebinding")).contains("<= 200 ms", "201 ms", "400 ms", "**not met**");
    }

    @Test
    void aRunThatFailedIsNamedAndMeetsNoGoal() throws Exception {
        found("phone", Way.QUIC, Map.of(PhoneSession.IN_TURN, 250.0));
        found("phone", Way.STREAM, Map.of(PhoneSession.IN_TURN, 300.0));
        all.add(new Measured("phone", Way.QUIC.word(), 4, Map.of(), Map.of(), "it ended"));

        assertThat(goal("phone")).contains("250 s, 1 failed", "0.83 times", "**not met**");
        assertThat(page()).contains("**quic, seed 4: it ended.**");
    }

    @Test
    void whatTheLinkSaysOfItselfStandsThere() throws Exception {
        all.add(new Measured(
                "loss-3",
                Way.STREAM_BBR.word(),
                2,
                Map.of(Calls.P99, 5.0),
                Map.of("lost", 31.0, "lag_ms_p99", 0.2),
                ""));

        assertThat(page()).containsPattern("\\| loss-3 *\\| stream bbr *\\|.*31.*200 µs");
    }

    private String page() throws IOException {
        Path file = folder.resolve("loss.md");
        LossPage.write(file, all, RUN);
        return Files.readString(file);
    }

    private void found(String trial, Way way, Map<String, Double> figures) {
        all.add(new Measured(trial, way.word(), all.size(), figures, Map.of(), ""));
    }

    private String goal(String trial) throws IOException {
        return page().lines()
                .filter(line -> line.startsWith("| " + trial + ", "))
                .findFirst()
                .orElseThrow();
    }
}
