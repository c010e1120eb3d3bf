package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Goal of Parley: a bound for a figure of one run. A goal that is not met is reported and is no failure.
 *
 * @param rival other system of the figure; the system itself if the figure has none
 * @param isCeiling whether the bound is a maximum; otherwise it is a minimum
 */
record Goal(Contender system, Figure figure, String workload, Contender rival, String bound, boolean isCeiling) {
    private static final int WORDS = 6;
    private static final double KILO = 1_000;
    private static final double MEGA = 1_000_000;
    private static final double PERCENT = 100;

    /** Figure of a goal, described by a text with places for workload and rival. */
    private enum Figure {
        TIME("%s: time, times that of %s"),
        FASTER("%s: times faster than %s"),
        /** Time relative to a call without content; used for systems without CXF. */
        TIME_OF_VOID("%s: time, times that of void"),
        PROCESSOR("%s: processor time, times that of %s"),
        /** Sleeps of threads on both sides together. */
        SLEEPS("%s: sleeps of threads for a call"),
        ALLOCATED("%s: kB allocated"),
        ALLOCATED_PER_BYTE("%s: allocated for each byte of payload"),
        WIRE_PERCENT("%s: percent on the wire beyond the payload"),
        TIME_PER_BYTE("time for each MB at 22 MB, against 4 MB"),
        BUFFERS("one message of %s: MB of buffers at most"),
        THROUGHPUT("%s, 8 threads: calls per second, times those of %s"),
        ADDED("%s, to a service known not to be capable: µs added"),
        FIRST_CALL("first call of a client: ms beyond that of %2$s");

        private final String words;

        Figure(String words) {
            this.words = words;
        }
    }

    /** Returns the goals of a page, in its order. */
    static List<Goal> of(String page) {
        String file = "goals-" + page + ".txt";
        return Page.lines(file).map(line -> read(line, file)).toList();
    }

    /**
     * Reads a goal from a line of a file.
     *
     * @throws IllegalArgumentException if the line is not a goal
     */
    static Goal read(String line, String file) {
        String[] words = line.split(" ", -1);
        if (words.length != WORDS || !Set.of("<=", ">=").contains(words[4])) {
            throw new IllegalArgumentException("expected a system, a figure, a workload, a rival or -, <= or >=,"
                    + " and a bound, found \"" + line + "\" in " + file);
        }
        Contender system = Contender.of(words[0]);
        return new Goal(
                system,
                Figure.valueOf(words[1].replace('-', '_').toUpperCase(Locale.ROOT)),
                words[2],
                words[3].equals("-") ? system : Contender.of(words[3]),
                words[5],
                words[4].equals("<="));
    }

    /** Returns the results of a page's goals as a table, with their number and those that are open. */
    static String judge(String goals, Results results) {
        Table table = new Table("system", "figure", "goal", "found", "met");
        int met = 0;
        int missed = 0;
        List<String> open = new ArrayList<>();
        for (Goal goal : of(goals)) {
            double found = goal.found(results);
            if (!Double.isFinite(found)) {
                open.add("- open: " + goal.system.word() + " " + goal.what());
                continue;
            }
            boolean isMet = goal.isMet(found);
            met += isMet ? 1 : 0;
            missed += isMet ? 0 : 1;
            table.row(
                    goal.system.word(),
                    goal.what(),
                    (goal.isCeiling ? "≤ " : "≥ ") + goal.bound,
                    Amounts.number(found),
                    isMet ? "yes" : "**no**");
        }
        return "Ratios of medians of this run: " + met + " met, " + missed + " not met"
                + (open.isEmpty() ? "." : ", " + open.size() + " open, because a cell that they need was not measured.")
                + "\n\n" + table.markdown() + "\n" + String.join("\n", open);
    }

    /** Returns the figure from the results; NaN if its cells were not measured. */
    private double found(Results results) {
        return switch (figure) {
            case TIME -> median(results) / rivals(results, CellResult::medianUs);
            case FASTER -> results.echo(rival, workload, CellResult::medianUs) / median(results);
            case TIME_OF_VOID -> median(results) / results.echo(system, "void", CellResult::medianUs);
            case PROCESSOR ->
                more(results, "echo", CellResult.PROCESSOR_US)
                        / rivals(results, cell -> Results.more(cell, CellResult.PROCESSOR_US));
            case SLEEPS -> more(results, "echo", CellResult.SLEEPS);
            case ALLOCATED -> results.echo(system, workload, CellResult::allocBytes) / KILO;
            case ALLOCATED_PER_BYTE -> results.echo(system, workload, CellResult::allocBytes) / payload();
            case WIRE_PERCENT ->
                PERCENT * (results.echo(system, workload, CellResult::wireBytes) / (2 * payload()) - 1);
            case TIME_PER_BYTE -> perByte(results, workload) / perByte(results, "f64-4MB");
            case BUFFERS -> more(results, "memory", "peak_buffer_bytes") / MEGA;
            case THROUGHPUT ->
                results.figure("echo", system, workload, 8, CellResult::opsPerS)
                        / results.figure("echo", rival, workload, 8, CellResult::opsPerS);
            case ADDED -> more(results, "plain", "added_us");
            case FIRST_CALL ->
                (results.figure("first", system, workload, 1, CellResult::medianUs)
                                - results.figure("first", rival, workload, 1, CellResult::medianUs))
                        / KILO;
        };
    }

    boolean isMet(double value) {
        double limit = Double.parseDouble(bound);
        return isCeiling ? value <= limit : value >= limit;
    }

    private String what() {
        return String.format(Locale.ROOT, figure.words, workload, rival.word());
    }

    private double payload() {
        return Workload.of(workload).bytes();
    }

    private double median(Results results) {
        return results.echo(system, workload, CellResult::medianUs);
    }

    private double rivals(Results results, ToDoubleFunction<CellResult> rivals) {
        return Results.figure(results.rival(rival, "echo", workload, 1), rivals);
    }

    /** Returns a figure that only some suites have, with one thread. */
    private double more(Results results, String suite, String figure) {
        return results.figure(suite, system, workload, 1, cell -> Results.more(cell, figure));
    }

    private double perByte(Results results, String content) {
        return results.echo(system, content, CellResult::medianUs)
                / Workload.of(content).bytes();
    }
}
