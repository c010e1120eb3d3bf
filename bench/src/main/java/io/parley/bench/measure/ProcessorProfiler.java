package io.parley.bench.measure;

import io.parley.bench.result.Cost;
import io.parley.bench.result.ProcessCost;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** JMH profiler for the cost of an operation in the process: {@link ProcessCost}. */
public final class ProcessorProfiler implements InternalProfiler {
    /** Name of the figure for microseconds of processor time per operation. */
    static final String PROCESSOR = "processor.us";
    /** Name of the figure for sleeps per operation; absent on systems without {@code /proc}. */
    static final String SLEEPS = "processor.sleeps";

    private ProcessCost process = ProcessCost.begin();

    @Override
    public String getDescription() {
        return "Processor time and sleeps of the process";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        process = ProcessCost.begin();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        Cost cost = process.end();
        long calls = result.getMetadata().getAllOps();
        List<Result<?>> found = new ArrayList<>();
        if (calls > 0) {
            found.add(new ScalarResult(PROCESSOR, cost.processor() / calls, "us/op", AggregationPolicy.AVG));
            if (process.hasSleeps()) {
                found.add(new ScalarResult(SLEEPS, cost.sleeps() / calls, "sleeps/op", AggregationPolicy.AVG));
            }
        }
        return found;
    }
}
