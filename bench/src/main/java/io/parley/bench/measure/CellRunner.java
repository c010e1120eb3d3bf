package io.parley.bench.measure;

import io.parley.bench.contest.Codec;
import io.parley.bench.plan.Cell;
import io.parley.bench.plan.Run;
import io.parley.bench.plan.Suite;
import io.parley.bench.result.CellResult;
import io.parley.bench.transaction.Summary;
import io.parley.bench.transaction.Transactions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measurement of a cell: its times in a JVM of its own, its bytes through a proxy that counts them. */
public final class CellRunner {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    static final List<String> JVM = List.of("-Xms4g", "-Xmx4g", "-XX:+UseG1GC");
    /**
     * Option that touches the whole heap at the start. The first access to memory takes longer than a copy into it: 10
     * ms for 11 MB on a small virtual machine. A young generation of 2 GB is completely touched only after seconds;
     * until then a small document that allocates 3 kB took five times as long.
     */
    private static final String TOUCHED = "-XX:+AlwaysPreTouch";

    private final Path log;

    /**
     * Creates a runner.
     *
     * @param log file for the output of JMH
     */
    public CellRunner(Path log) {
        this.log = log;
    }

    /**
     * Measures a cell.
     *
     * @throws IOException if the measurement fails, for example because an answer is wrong or a server does not start
     */
    public List<CellResult> measure(Run run) throws IOException {
        return run.cell().suite().isOfJmh() ? List.of(timed(run)) : Fork.run(run, jvm(true), log);
    }

    private CellResult timed(Run run) throws IOException {
        Cell cell = run.cell();
        if (cell.suite() == Suite.PAPER003) {
            return Summary.of(cell.suite().word(), cell.workload(), jmh(run));
        }
        double bytes = cell.suite().travels()
                ? WireBytes.perCall(cell.system(), cell.suite().exchange(), cell.content())
                : encodedBytes(cell);
        RunResult measured = jmh(run);
        return CellResult.timed(
                        new CellResult.Key(cell.suite().word(), cell.system().word(), cell.workload(), cell.threads()),
                        measured.getPrimaryResult().getStatistics(),
                        allocated(measured),
                        bytes)
                .with(ofProcess(cell.suite(), measured));
    }

    private RunResult jmh(Run run) throws IOException {
        Cell cell = run.cell();
        TimeValue iteration = TimeValue.milliseconds(run.pace().iteration().toMillis());
        OptionsBuilder options = new OptionsBuilder();
        options.include(benchmark(cell.suite()))
                // Each benchmark uses those of these parameters that it has.
                .param("suite", cell.suite().word())
                .param("system", cell.system().word())
                .param("workload", cell.workload())
                .param("serverJvm", String.join(" ", JVM))
                .threads(cell.threads())
                .forks(1)
                .warmupIterations(run.pace().warmUps())
                .warmupTime(iteration)
                .measurementIterations(run.pace().iterations())
                .measurementTime(iteration)
                .addProfiler(GCProfiler.class)
                .addProfiler(ProcessorProfiler.class)
                .jvmArgs(jvm(cell.isLarge()).toArray(String[]::new))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.NORMAL)
                .output(log.toString());
        try {
            Collection<RunResult> results = new Runner(options.build()).run();
            return results.iterator().next();
        } catch (RunnerException e) {
            throw new IOException("it could not be measured: " + e.getMessage() + "; JMH's account is in " + log, e);
        }
    }

    /** Returns the JVM options, which are the same for every system. */
    private static List<String> jvm(boolean touched) {
        List<String> options = new ArrayList<>(JVM);
        if (touched) {
            options.add(TOUCHED);
        }
        return options;
    }

    private static String benchmark(Suite suite) {
        String benchmark = suite.travels()
                ? Exchanges.class.getName() + ".exchange"
                : suite.isInMemory()
                        ? Codings.class.getName() + "." + suite.word()
                        : Transactions.class.getName() + ".transaction";
        return "^" + Pattern.quote(benchmark) + "$";
    }

    private static double allocated(RunResult measured) {
        Result<?> allocated = measured.getSecondaryResults().get(ALLOCATED);
        if (allocated == null) {
            throw new IllegalStateException("JMH's gc profiler gave no " + ALLOCATED);
        }
        return allocated.getScore();
    }

    /**
     * Returns the processor time and sleeps of calls. Codecs in memory have one thread that does not sleep, so for them
     * the map is empty.
     */
    private static Map<String, Double> ofProcess(Suite suite, RunResult measured) {
        Map<String, Double> figures = new HashMap<>();
        if (suite.travels()) {
            add(measured, ProcessorProfiler.PROCESSOR, figures, CellResult.PROCESSOR_US);
            add(measured, ProcessorProfiler.SLEEPS, figures, CellResult.SLEEPS);
        }
        return figures;
    }

    private static void add(RunResult measured, String name, Map<String, Double> figures, String as) {
        Result<?> found = measured.getSecondaryResults().get(name);
        if (found != null) {
            figures.put(as, found.getScore());
        }
    }

    private static double encodedBytes(Cell cell) throws IOException {
        try (Codec codec = cell.system().codec(cell.content())) {
            return codec.encode();
        }
    }
}
