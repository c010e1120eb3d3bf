package io.parley.bench.measure;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Codec;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Match;
import io.parley.bench.plan.Cell;
import io.parley.bench.plan.Run;
import io.parley.bench.plan.Suite;
import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Measures a cell: its times in a JVM of its own, its bytes through a door that counts. */
public final class CellRunner {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final String[] JVM = {"-Xms4g", "-Xmx4g", "-XX:+UseG1GC"};
    private static final double MEDIAN = 50;
    private static final double SLOW = 99;
    private static final double MICROS = 1e6;
    private static final int COUNTED_CALLS = 8;
    /** Of contents that large, one call says enough. */
    private static final long LARGE_BYTES = 1_000_000;

    private final Path log;

    /** With a file for what JMH says. */
    public CellRunner(Path log) {
        this.log = log;
    }

    /**
     * Measures.
     *
     * @throws IOException if it cannot be done: an answer is wrong, a server does not start
     */
    public CellResult measure(Run run) throws IOException {
        Cell cell = run.cell();
        double bytes = cell.suite().travels() ? wireBytes(cell) : encodedBytes(cell);
        RunResult measured = jmh(run);
        Statistics times = measured.getPrimaryResult().getStatistics();
        return new CellResult(
                cell.suite().word(),
                cell.system().word(),
                cell.workload().name(),
                cell.threads(),
                times.getPercentile(MEDIAN),
                times.getPercentile(SLOW),
                cell.threads() * MICROS / times.getMean(),
                allocated(measured),
                bytes);
    }

    private RunResult jmh(Run run) throws IOException {
        Cell cell = run.cell();
        TimeValue iteration = TimeValue.milliseconds(run.pace().iteration().toMillis());
        OptionsBuilder options = new OptionsBuilder();
        options.include(benchmark(cell.suite()))
                .param("suite", cell.suite().word())
                .param("system", cell.system().word())
                .param("workload", cell.workload().name())
                .threads(cell.threads())
                .forks(1)
                .warmupIterations(run.pace().warmUps())
                .warmupTime(iteration)
                .measurementIterations(run.pace().iterations())
                .measurementTime(iteration)
                .addProfiler(GCProfiler.class)
                .jvmArgs(JVM)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.NORMAL)
                .output(log.toString());
        try {
            Collection<RunResult> results = new Runner(options.build()).run();
            return results.iterator().next();
        } catch (RunnerException e) {
            throw new IOException(cell + " could not be measured; JMH's account is in " + log, e);
        }
    }

    private static String benchmark(Suite suite) {
        String benchmark = suite.travels()
                ? Exchanges.class.getName() + ".exchange"
                : Codings.class.getName() + "." + suite.word();
        return "^" + Pattern.quote(benchmark) + "$";
    }

    private static double allocated(RunResult measured) {
        Result<?> allocated = measured.getSecondaryResults().get(ALLOCATED);
        if (allocated == null) {
            throw new IllegalStateException("JMH's gc profiler gave no " + ALLOCATED);
        }
        return allocated.getScore();
    }

    private static double encodedBytes(Cell cell) throws IOException {
        try (Codec codec = cell.system().codec(cell.workload())) {
            return codec.encode();
        }
    }

    private static double wireBytes(Cell cell) throws IOException {
        try (CountingDoor door = new CountingDoor();
                Contestant contestant =
                        cell.system().start(new Match(cell.suite().exchange(), cell.workload(), door));
                Caller caller = contestant.caller()) {
            caller.check();
            long before = door.bytes();
            int calls = cell.workload().bytes() < LARGE_BYTES ? COUNTED_CALLS : 1;
            for (int call = 0; call < calls; call++) {
                caller.call();
            }
            return (door.bytes() - before) / (double) calls;
        }
    }
}
