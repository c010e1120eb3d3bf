package io.parley.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures what an operation costs the process: processor time of all threads, and how often one of them went to sleep (voluntary
 * context switches, as Linux counts them). Other load on the machine moves these figures less than times.
 */
public final class ProcessorProfiler implements InternalProfiler {
    /** Microseconds of processor time for each operation. */
    static final String PROCESSOR = "processor.us";
    /** Sleeps for each operation; absent where there is no {@code /proc}. */
    static final String SLEEPS = "processor.sleeps";

    private static final Path THREADS = Path.of("/proc/self/task");
    private static final String COUNT = "voluntary_ctxt_switches:";
    private static final double NANOS = 1e3;

    private long processorNanos;
    private Map<String, Long> sleeps = Map.of();

    @Override
    public String getDescription() {
        return "Processor time and sleeps of the process";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        sleeps = sleeps();
        processorNanos = processorNanos();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long nanos = processorNanos() - processorNanos;
        long slept = 0;
        for (Map.Entry<String, Long> thread : sleeps().entrySet()) {
            slept += thread.getValue() - sleeps.getOrDefault(thread.getKey(), 0L);
        }
        long calls = result.getMetadata().getAllOps();
        List<Result<?>> found = new ArrayList<>();
        if (calls > 0) {
            found.add(new ScalarResult(PROCESSOR, nanos / NANOS / calls, "us/op", AggregationPolicy.AVG));
            if (!sleeps.isEmpty()) {
                found.add(new ScalarResult(SLEEPS, (double) slept / calls, "sleeps/op", AggregationPolicy.AVG));
            }
        }
        return found;
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** By thread; those that ended are not counted. */
    private static Map<String, Long> sleeps() {
        Map<String, Long> counts = new HashMap<>();
        if (Files.isDirectory(THREADS)) {
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
                for (Path thread : threads) {
                    counts.put(thread.getFileName().toString(), sleeps(thread.resolve("status")));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return counts;
    }

    private static long sleeps(Path status) throws IOException {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith(COUNT))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(COUNT.length()).trim()))
                    .sum();
        } catch (NoSuchFileException e) {
            return 0; // the thread has ended
        }
    }
}
