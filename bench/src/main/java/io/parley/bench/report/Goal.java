package io.parley.bench.report;

import static io.parley.bench.contest.Contender.ARTEMIS;
import static io.parley.bench.contest.Contender.BLOCKING;
import static io.parley.bench.contest.Contender.CXF;
import static io.parley.bench.contest.Contender.CXF_JMS;
import static io.parley.bench.contest.Contender.CXF_JMS_JOURNAL;
import static io.parley.bench.contest.Contender.GRPC;
import static io.parley.bench.contest.Contender.PARLEY;
import static io.parley.bench.contest.Contender.PARLEY_CXF;
import static io.parley.bench.contest.Contender.PARLEY_HTTP;
import static io.parley.bench.contest.Contender.PARLEY_JMS;
import static io.parley.bench.contest.Contender.PARLEY_JMS_JOURNAL;
import static io.parley.bench.contest.Contender.PARLEY_NGINX;
import static io.parley.bench.contest.Contender.PARLEY_TLS;
import static io.parley.bench.contest.Contender.PARLEY_WEBSOCKET;
import static io.parley.bench.report.Results.ratio;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What Parley is to reach: a figure of one run with a bound. Nothing fails if it is not met; the report says so.
 *
 * @param what the figure in words
 * @param figure finds it among the results; empty if the cells it needs were not measured
 * @param isCeiling whether the bound is the most that the figure may be, or the least
 */
record Goal(Contender system, String what, Function<Results, OptionalDouble> figure, double bound, boolean isCeiling) {
    private static final double KILOBYTE = 1_000;
    private static final double MILLISECOND = 1_000;
    private static final double MEGABYTE = 1_000_000;
    private static final double PERCENT = 100;

    /** All goals, in the order of the report. */
    static List<Goal> all() {
        List<Goal> goals = new ArrayList<>();
        standalone(goals);
        proxies(goals);
        return List.copyOf(goals);
    }

    /** Those of a session on each channel. */
    static List<Goal> ofChannels() {
        return List.of(
                faster(PARLEY_JMS, "f64-11MB", CXF_JMS, 60),
                faster(PARLEY_JMS_JOURNAL, "f64-11MB", CXF_JMS_JOURNAL, 25),
                faster(PARLEY_HTTP, "f64-11MB", CXF, 100),
                times(PARLEY_HTTP, "void", CXF, 1.0),
                times(PARLEY_WEBSOCKET, "void", PARLEY_CXF, 1.15),
                times(PARLEY_WEBSOCKET, "rec-complex", PARLEY_CXF, 1.15),
                times(PARLEY_WEBSOCKET, "f64-1000", PARLEY_CXF, 1.15),
                times(PARLEY_WEBSOCKET, "f64-11MB", PARLEY_CXF, 1.25),
                faster(PARLEY_WEBSOCKET, "void", CXF, 3.5),
                faster(PARLEY_WEBSOCKET, "f64-11MB", CXF, 60),
                times(PARLEY_NGINX, "void", PARLEY_TLS, 2),
                times(PARLEY_NGINX, "f64-11MB", PARLEY_TLS, 2),
                firstCall(PARLEY_WEBSOCKET, PARLEY_CXF, 5),
                times(PARLEY_JMS, "f64-11MB", ARTEMIS, 1.4),
                times(PARLEY_JMS, "void", ARTEMIS, 1.3));
    }

    /** Writes what was found of goals, as a table. */
    static void judge(List<Goal> goals, Results results, Page page) {
        Table table = new Table("system", "figure", "goal", "found", "met");
        int met = 0;
        int missed = 0;
        List<String> open = new ArrayList<>();
        for (Goal goal : goals) {
            OptionalDouble found = goal.figure().apply(results);
            if (found.isEmpty()) {
                open.add(goal.system().word() + " " + goal.what());
                continue;
            }
            boolean isMet = goal.isMet(found.getAsDouble());
            met += isMet ? 1 : 0;
            missed += isMet ? 0 : 1;
            table.row(
                    goal.system().word(),
                    goal.what(),
                    goal.boundInWords(),
                    Amounts.number(found.getAsDouble()),
                    isMet ? "yes" : "**no**");
        }
        page.paragraph("Ratios of medians of this run: " + met + " met, " + missed + " not met"
                + (open.isEmpty()
                        ? "."
                        : ", " + open.size() + " open, because a cell that they need was not measured."));
        page.table(table);
        if (!open.isEmpty()) {
            page.paragraph(open.stream().map(goal -> "- open: " + goal).collect(Collectors.joining("\n")));
        }
    }

    boolean isMet(double value) {
        return isCeiling ? value <= bound : value >= bound;
    }

    String boundInWords() {
        return (isCeiling ? "≤ " : "≥ ") + plain(bound);
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    private static void standalone(List<Goal> goals) {
        goals.add(times(PARLEY, "void", GRPC, 1.0));
        goals.add(sleeps(PARLEY, "void", 2.5));
        goals.add(times(PARLEY, "f64-1000", BLOCKING, 1.5));
        goals.add(processor(PARLEY, "f64-1000", BLOCKING, 1.8));
        goals.add(faster(PARLEY, "f64-1000", GRPC, 2));
        for (String size : List.of("1MB", "11MB", "22MB")) {
            double most = size.equals("1MB") ? 1.4 : 1.3;
            for (String kind : List.of("f64-", "i32-", "blob-")) {
                goals.add(times(PARLEY, kind + size, BLOCKING, most));
                goals.add(processor(PARLEY, kind + size, BLOCKING, most));
            }
        }
        goals.add(times(PARLEY, "list-11MB", BLOCKING, 1.6));
        goals.add(faster(PARLEY, "f64-11MB", GRPC, 8));
        goals.add(processor(PARLEY, "f64-11MB", GRPC, 0.2));
        goals.add(sleeps(PARLEY, "f64-11MB", 20));
        goals.add(faster(PARLEY, "str-1000", GRPC, 2.5));
        goals.add(faster(PARLEY, "str-100k", GRPC, 2));
        goals.add(timesVoid("rec-simple", 1.5));
        goals.add(timesVoid("rec-complex", 2));
        goals.add(voidAllocation(PARLEY, 0.96));
        common(goals, PARLEY);
        goals.add(throughput(PARLEY, 2));
    }

    private static void proxies(List<Goal> goals) {
        goals.add(faster(PARLEY_CXF, "void", CXF, 5));
        goals.add(sleeps(PARLEY_CXF, "void", 4.5));
        goals.add(times(PARLEY_CXF, "f64-1000", BLOCKING, 3));
        for (String size : List.of("1MB", "11MB", "22MB")) {
            for (String kind : List.of("f64-", "i32-", "blob-")) {
                goals.add(times(PARLEY_CXF, kind + size, BLOCKING, size.equals("1MB") ? 1.6 : 1.5));
            }
        }
        goals.add(times(PARLEY_CXF, "list-11MB", BLOCKING, 1.8));
        goals.add(faster(PARLEY_CXF, "f64-11MB", GRPC, 6));
        goals.add(faster(PARLEY_CXF, "f64-11MB", CXF, 200));
        goals.add(faster(PARLEY_CXF, "str-1000", GRPC, 1.5));
        goals.add(faster(PARLEY_CXF, "str-100k", GRPC, 1.5));
        for (String record : List.of("rec-simple", "rec-complex")) {
            goals.add(faster(PARLEY_CXF, record, CXF, 5));
        }
        goals.add(voidAllocation(PARLEY_CXF, 24.4));
        common(goals, PARLEY_CXF);
        goals.add(throughput(PARLEY_CXF, 0.6));
        goals.add(new Goal(
                PARLEY_CXF,
                "void, to a service known not to be capable: µs added",
                results -> results.more("plain", PARLEY_CXF, "void", "added_us"),
                10,
                true));
    }

    private static void common(List<Goal> goals, Contender system) {
        Workload large = Workload.of("f64-11MB");
        goals.add(new Goal(
                system,
                "f64-11MB: allocated for each byte of payload",
                results ->
                        scaled(results, system, large.name(), CellResult::allocBytes, bytes -> bytes / large.bytes()),
                2.03,
                true));
        goals.add(new Goal(
                system,
                "f64-11MB: percent on the wire beyond the payload",
                results -> scaled(
                        results,
                        system,
                        large.name(),
                        CellResult::wireBytes,
                        bytes -> PERCENT * (bytes / (2 * large.bytes()) - 1)),
                0.1,
                true));
        goals.add(new Goal(
                system,
                "time for each MB at 22 MB, against 4 MB",
                results -> ratio(perByte(results, system, "f64-22MB"), perByte(results, system, "f64-4MB")),
                1.3,
                true));
        goals.add(new Goal(
                system,
                "one message of f64-22MB: MB of buffers at most",
                results -> results.more("memory", system, "f64-22MB", "peak_buffer_bytes").stream()
                        .map(bytes -> bytes / MEGABYTE)
                        .findFirst(),
                4,
                true));
    }

    private static OptionalDouble perByte(Results results, Contender system, String workload) {
        double bytes = Workload.of(workload).bytes();
        return scaled(results, system, workload, CellResult::medianUs, micros -> micros / bytes);
    }

    /** A figure of an echo by one thread, in another unit. */
    private static OptionalDouble scaled(
            Results results,
            Contender system,
            String workload,
            ToDoubleFunction<CellResult> figure,
            DoubleUnaryOperator unit) {
        return results.echo(system, workload, figure).stream().map(unit).findFirst();
    }

    private static Goal voidAllocation(Contender system, double kilobytes) {
        return new Goal(
                system,
                "void: kB allocated",
                results -> scaled(results, system, "void", CellResult::allocBytes, bytes -> bytes / KILOBYTE),
                kilobytes,
                true);
    }

    private static Goal throughput(Contender system, double bound) {
        return new Goal(
                system,
                "void, 8 threads: calls per second, times those of grpc",
                results -> ratio(
                        results.figure("echo", system, "void", 8, CellResult::opsPerS),
                        results.figure("echo", GRPC, "void", 8, CellResult::opsPerS)),
                bound,
                false);
    }

    /** How many times as long as a rival at most. */
    private static Goal times(Contender system, String workload, Contender rival, double most) {
        return new Goal(
                system,
                workload + ": time, times that of " + rival.word(),
                results -> ratio(
                        results.echo(system, workload, CellResult::medianUs),
                        results.rival(rival, "echo", workload, 1).stream()
                                .mapToDouble(CellResult::medianUs)
                                .findFirst()),
                most,
                true);
    }

    /** By how much the first call of a client may take longer than a rival's. */
    private static Goal firstCall(Contender system, Contender rival, double mostMillis) {
        return new Goal(
                system,
                "first call of a client: ms beyond that of " + rival.word(),
                results -> {
                    OptionalDouble own = results.figure("first", system, "void", 1, CellResult::medianUs);
                    OptionalDouble others = results.figure("first", rival, "void", 1, CellResult::medianUs);
                    return own.isPresent() && others.isPresent()
                            ? OptionalDouble.of((own.getAsDouble() - others.getAsDouble()) / MILLISECOND)
                            : OptionalDouble.empty();
                },
                mostMillis,
                true);
    }

    /** How many times the processor time of a rival at most. */
    private static Goal processor(Contender system, String workload, Contender rival, double most) {
        return new Goal(
                system,
                workload + ": processor time, times that of " + rival.word(),
                results -> ratio(
                        results.more("echo", system, workload, CellResult.PROCESSOR_US),
                        results.rival(rival, "echo", workload, 1)
                                .map(result -> result.more(CellResult.PROCESSOR_US))
                                .orElse(OptionalDouble.empty())),
                most,
                true);
    }

    /** How often threads of both sides go to sleep for a call at most. */
    private static Goal sleeps(Contender system, String workload, double most) {
        return new Goal(
                system,
                workload + ": sleeps of threads for a call",
                results -> results.more("echo", system, workload, CellResult.SLEEPS),
                most,
                true);
    }

    /** How many times as long as a call without content at most, without CXF. */
    private static Goal timesVoid(String workload, double most) {
        return new Goal(
                PARLEY,
                workload + ": time, times that of void",
                results -> ratio(
                        results.echo(PARLEY, workload, CellResult::medianUs),
                        results.echo(PARLEY, "void", CellResult::medianUs)),
                most,
                true);
    }

    /** How many times faster than a rival at least. */
    private static Goal faster(Contender system, String workload, Contender rival, double least) {
        return new Goal(
                system,
                workload + ": times faster than " + rival.word(),
                results -> ratio(
                        results.echo(rival, workload, CellResult::medianUs),
                        results.echo(system, workload, CellResult::medianUs)),
                least,
                false);
    }
}
