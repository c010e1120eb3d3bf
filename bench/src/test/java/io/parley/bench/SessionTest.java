package io.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parley.bench.plan.Cell;
import io.parley.bench.plan.Depth;
import io.parley.bench.plan.Plan;
import io.parley.bench.plan.Run;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.Json;
import io.parley.bench.result.ResultFile;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
    private static final RunInfo INFO = new RunInfo(
            "./parley bench --full", "full", "0123456789ab", "a machine", "a Java", "2026-01-01T00:00Z", 0.1);
    private static final Plan PLAN = Plan.of(Depth.FULL).matching(Pattern.compile("^(netty|grpc)/rec-medium"));

    @TempDir
    Path folder;

    private final List<Run> measured = new ArrayList<>();
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final StringWriter said = new StringWriter();

    @Test
    void aRunThatWasCutGoesOnWithTheCellsThatAreLeft() throws Exception {
        Path path = folder.resolve("results.jsonl");
        int before = 5;
        assertThatThrownBy(() -> session(ResultFile.begin(path, INFO), run -> {
                            if (measured.size() == before) {
                                throw new AssertionError("cut");
                            }
                            return measure(run);
                        })
                        .run(PLAN, result -> {}))
                .hasMessage("cut");

        boolean complete = session(ResultFile.read(path), this::measure).run(PLAN, result -> {});

        assertThat(complete).isTrue();
        assertThat(measured).containsExactlyElementsOf(PLAN.runs());
        assertThat(said.toString())
                .contains(PLAN.runs().size() + " cells, about")
                .contains(PLAN.runs().size() - before + " of " + PLAN.runs().size() + " cells are left");
        assertThat(ResultFile.read(path).results()).hasSize(PLAN.runs().size() / 3);
    }

    @Test
    void aLineThatWasCutIsDroppedAndItsCellMeasuredAgain() throws Exception {
        Path path = folder.resolve("results.jsonl");
        session(ResultFile.begin(path, INFO), this::measure).run(PLAN, result -> {});
        String whole = Files.readString(path);
        Files.writeString(path, whole.substring(0, whole.length() - 20));
        measured.clear();

        session(ResultFile.read(path), this::measure).run(PLAN, result -> {});

        assertThat(measured).containsExactly(PLAN.runs().get(PLAN.runs().size() - 1));
        assertThat(Files.readString(path)).isEqualTo(whole);
    }

    @Test
    void aBrokenLineInTheMidstIsAnError() throws Exception {
        Path path = folder.resolve("results.jsonl");
        session(ResultFile.begin(path, INFO), this::measure).run(PLAN, result -> {});
        Files.writeString(path, "{}x\n{}x\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> ResultFile.read(path))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line " + (PLAN.runs().size() + 2));
    }

    @Test
    void aCellThatCannotBeMeasuredIsNamedAndTheOthersAreMeasured() throws Exception {
        Run bad = PLAN.runs().get(2);
        boolean complete = session(ResultFile.begin(folder.resolve("results.jsonl"), INFO), run -> {
                    if (run.equals(bad)) {
                        throw new IOException("the answer was wrong");
                    }
                    return measure(run);
                })
                .run(PLAN, result -> {});
        assertThat(complete).isFalse();
        assertThat(measured).hasSize(PLAN.runs().size() - 1);
        assertThat(said.toString()).contains(bad.cell() + ": the answer was wrong");
    }

    @Test
    void whatThereIsNoTimeForIsLeftOutAndSaid() throws Exception {
        Run longest =
                PLAN.runs().stream().max(Comparator.comparing(Run::estimate)).orElseThrow();
        Session session = session(ResultFile.begin(folder.resolve("results.jsonl"), INFO), run -> {
            now.set(now.get() + Duration.ofHours(1).minus(longest.estimate()).toNanos());
            return measure(run);
        });
        assertThat(session.run(PLAN, result -> {})).isTrue();
        assertThat(measured).hasSize(2);
        assertThat(said.toString())
                .contains("[3/" + PLAN.runs().size() + "] " + PLAN.runs().get(2).cell() + " is left out");
    }

    @Test
    void theMedianOfTheRoundsIsTheResult() throws Exception {
        ResultFile file = ResultFile.begin(folder.resolve("results.jsonl"), INFO);
        Cell cell = PLAN.runs().get(0).cell();
        file.add(1, List.of(result(cell, 30)));
        file.add(2, List.of(result(cell, 10)));
        file.add(3, List.of(result(cell, 11)));
        assertThat(file.results()).containsExactly(result(cell, 11).with(Map.of("rounds", 3.0)));
        assertThat(Json.line(file.results().get(0)))
                .isEqualTo("{\"suite\":\"echo\",\"system\":\"netty\",\"workload\":\"rec-medium\",\"threads\":1,"
                        + "\"median_us\":11.0,\"p99_us\":22.0,\"ops_per_s\":33.0,\"alloc_bytes\":44.0,"
                        + "\"wire_bytes\":55.0,\"rounds\":3.0}");
    }

    @Test
    void theRatiosOfTheRoundsGiveAnIntervalOfTheirMean() throws Exception {
        ResultFile file = ResultFile.begin(folder.resolve("results.jsonl"), INFO);
        Cell cell = PLAN.runs().get(0).cell();
        file.add(1, List.of(ratio(cell, 0.8, 0.7, 0.9)));
        assertThat(file.results()).containsExactly(ratio(cell, 0.8, 0.7, 0.9));
        file.add(2, List.of(ratio(cell, 1.0, 0.9, 1.1)));
        assertThat(only(file, "ratio_low")).isNaN();
        assertThat(only(file, "ratio_high")).isNaN();

        file.add(3, List.of(ratio(cell, 0.9, 0.8, 1.0)));
        // Student's t for two degrees of freedom is 4.303; multiplied by 0.1 and divided by the square root of 3.
        assertThat(only(file, "ratio_low")).isCloseTo(0.9 - 0.2484, within(1e-4));
        assertThat(only(file, "ratio_high")).isCloseTo(0.9 + 0.2484, within(1e-4));
        assertThat(only(file, "ratio")).isEqualTo(0.9);
        assertThat(only(file, "ratio_least")).isEqualTo(0.8);
        assertThat(only(file, "ratio_most")).isEqualTo(1.0);
        assertThat(only(file, "rounds")).isEqualTo(3);
    }

    private static CellResult ratio(Cell cell, double ratio, double low, double high) {
        return result(cell, 1).with(Map.of("ratio", ratio, "ratio_low", low, "ratio_high", high));
    }

    private static double only(ResultFile file, String figure) {
        return file.results().get(0).more(figure).orElseThrow();
    }

    private Session session(ResultFile file, Session.Measurement measurement) {
        return new Session(
                file, measurement, new Progress(new PrintWriter(said)), Budget.of(Duration.ofHours(1), now::get));
    }

    private List<CellResult> measure(Run run) {
        measured.add(run);
        return List.of(result(run.cell(), 1));
    }

    private static CellResult result(Cell cell, double factor) {
        return new CellResult(
                cell.suite().word(),
                cell.system().word(),
                cell.workload(),
                cell.threads(),
                factor,
                2 * factor,
                3 * factor,
                4 * factor,
                5 * factor);
    }
}
