package io.parley.bench.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
 * Results as they come: a line of JSON that says where they come from, and one for each cell and round. A line is written
 * when it is complete, so a run that was cut can go on.
 */
public final class ResultFile {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    /** A further figure of results that were measured more than once: how often. */
    public static final String ROUNDS = "rounds";
    /** A further figure: the time, times that of what it is held against. */
    public static final String RATIO = "ratio";
    /** A further figure: the lower end of the interval that the ratio lies in. */
    public static final String RATIO_LOW = "ratio_low";
    /** The upper end. */
    public static final String RATIO_HIGH = "ratio_high";
    /** A further figure of results that were measured more than once: the lowest ratio of a round. */
    public static final String RATIO_LEAST = "ratio_least";
    /** The highest. */
    public static final String RATIO_MOST = "ratio_most";

    private final Path path;
    private final RunInfo info;
    private final List<Round> rounds;

    private ResultFile(Path path, RunInfo info, List<Round> rounds) {
        this.path = path;
        this.info = info;
        this.rounds = new ArrayList<>(rounds);
    }

    /** A cell's result in one round. */
    public record Round(int round, CellResult result) {}

    /** Begins a file; one that is there is replaced. */
    public static ResultFile begin(Path path, RunInfo info) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(path, line(info));
        return new ResultFile(path, info, List.of());
    }

    /**
     * Reads a file, to be added to.
     *
     * @throws IOException if it is none of ours, or a line in its midst is broken; a broken last line is dropped
     */
    public static ResultFile read(Path path) throws IOException {
        List<String> lines = Files.readAllLines(path);
        if (lines.isEmpty()) {
            throw new IOException(path + " is empty; expected a line that says where results come from");
        }
        RunInfo info = JSON.readValue(lines.get(0), RunInfo.class);
        List<Round> rounds = new ArrayList<>();
        StringBuilder whole = new StringBuilder(line(info));
        for (int number = 1; number < lines.size(); number++) {
            try {
                Round round = JSON.readValue(lines.get(number), Round.class);
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

    /** Where the file is. */
    public Path folder() {
        return Objects.requireNonNull(path.toAbsolutePath().getParent());
    }

    /** Where the results come from. */
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

    /** Whether a cell was measured in that round. */
    public boolean has(int round, Predicate<CellResult> ofCell) {
        return rounds.stream().anyMatch(done -> done.round() == round && ofCell.test(done.result()));
    }

    /**
     * One result for each cell, in the order in which they came: of each figure the median over the rounds, and an interval of ratios that
     * encloses the mean of those of all rounds with a confidence of 95 %: JVMs differ by more than the turns of one.
     */
    public List<CellResult> results() {
        Map<CellResult.Key, List<CellResult>> cells = new LinkedHashMap<>();
        for (Round round : rounds) {
            cells.computeIfAbsent(round.result().key(), key -> new ArrayList<>())
                    .add(round.result());
        }
        return cells.values().stream().map(Repeated::together).toList();
    }

    /** A result as one line of JSON. */
    public static String json(CellResult result) {
        return line(result).strip();
    }

    /** The result in one line of JSON. */
    public static CellResult result(String json) throws IOException {
        return Objects.requireNonNull(JSON.readValue(json, CellResult.class));
    }

    private static String line(Object value) {
        try {
            return Objects.requireNonNull(JSON.writeValueAsString(value)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result has a type that JSON cannot say", e);
        }
    }
}
