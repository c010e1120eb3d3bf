package io.parley.bench.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * File of results: a line of JSON about their origin, then a line for each cell and round. Each line is written as soon
 * as the result is complete, so that an interrupted run can be resumed.
 */
public final class ResultFile {
    /** Name of the further figure for the number of rounds, if there was more than one. */
    public static final String ROUNDS = "rounds";
    /** Name of the further figure for the ratio of the time to the time of the reference. */
    public static final String RATIO = "ratio";
    /** Name of the further figure for the lower end of the ratio's interval. */
    public static final String RATIO_LOW = "ratio_low";
    /** Name of the further figure for the upper end of the ratio's interval. */
    public static final String RATIO_HIGH = "ratio_high";
    /** Name of the further figure for the lowest ratio of a round, if there was more than one. */
    public static final String RATIO_LEAST = "ratio_least";
    /** Name of the further figure for the highest ratio of a round. */
    public static final String RATIO_MOST = "ratio_most";

    private final Path path;
    private final RunInfo info;
    private final List<Round> rounds;

    private ResultFile(Path path, RunInfo info, List<Round> rounds) {
        this.path = path;
        this.info = info;
        this.rounds = new ArrayList<>(rounds);
    }

    /** Result of a cell in one round. */
    public record Round(int round, CellResult result) {}

    /** Creates a file, replacing an existing one. */
    public static ResultFile begin(Path path, RunInfo info) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(path, line(info));
        return new ResultFile(path, info, List.of());
    }

    /**
     * Reads a file to which results can be added. An incomplete last line is dropped.
     *
     * @throws IOException if it is no result file, or another line is broken
     */
    public static ResultFile read(Path path) throws IOException {
        List<String> lines = Files.readAllLines(path);
        if (lines.isEmpty()) {
            throw new IOException(path + " is empty; expected a line that says where results come from");
        }
        RunInfo info = Json.read(lines.get(0), RunInfo.class);
        List<Round> rounds = new ArrayList<>();
        StringBuilder whole = new StringBuilder(line(info));
        for (int number = 1; number < lines.size(); number++) {
            try {
                Round round = Json.read(lines.get(number), Round.class);
                rounds.add(round);
                whole.append(line(round));
            } catch (JsonProcessingException e) {
                if (number < lines.size() - 1) {
                    throw new IOException(path + ", line " + (number + 1) + ": expected a result", e);
                }
                Files.writeString(path, whole);
            }
        }
        return new ResultFile(path, info, rounds);
    }

    /** Returns the folder of the file. */
    public Path folder() {
        return Objects.requireNonNull(path.toAbsolutePath().getParent());
    }

    /** Returns the origin of the results. */
    public RunInfo info() {
        return info;
    }

    /** Adds the results of one cell, in memory and on disk. */
    public void add(int round, List<CellResult> results) throws IOException {
        List<Round> added =
                results.stream().map(result -> new Round(round, result)).toList();
        Files.writeString(
                path, added.stream().map(ResultFile::line).collect(Collectors.joining()), StandardOpenOption.APPEND);
        rounds.addAll(added);
    }

    /** Returns whether a cell was measured in that round. */
    public boolean has(int round, Predicate<CellResult> ofCell) {
        return rounds.stream().anyMatch(done -> done.round() == round && ofCell.test(done.result()));
    }

    /**
     * Returns one result for each cell, in the order of measurement. Each figure is the median over the rounds. The
     * interval of ratios contains the mean of the rounds' ratios with a confidence of 95 %, since JVMs differ by more
     * than the turns within one.
     */
    public List<CellResult> results() {
        Map<CellResult.Key, List<CellResult>> cells = new LinkedHashMap<>();
        for (Round round : rounds) {
            cells.computeIfAbsent(round.result().key(), key -> new ArrayList<>())
                    .add(round.result());
        }
        return cells.values().stream().map(Repeated::together).toList();
    }

    private static String line(Object value) {
        return Json.line(value) + "\n";
    }
}
