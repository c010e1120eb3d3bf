package io.parley.bench;

import io.parley.bench.capacity.CapacityProgram;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./parley bench capacity}, which measures the throughput of one processor. */
@Command(
        name = "capacity",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Measures calls of 1 to 64 callers and of 1 to 10,000 sessions, with the servers in a JVM of their own, and",
            "writes docs/benchmarks/capacity.md: what a processor carries, and what that makes of nodes. The name of a",
            "trial is SYSTEM/WORKLOAD."
        })
final class CapacityCommand extends PageCommand {
    @Option(names = "--json", description = "Print one JSON object a line for each crowd, and nothing else.")
    private boolean json;

    @Option(names = "--warm-up", defaultValue = "10", description = "Seconds for each (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(names = "--seconds", defaultValue = "5", description = "To measure each (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Override
    int run(CommandLine line, Predicate<String> wanted, @Nullable Path page, RunInfo info) throws IOException {
        CapacityProgram program = new CapacityProgram(
                line.getErr()::println, TurnsCommand.duration(warmUp), TurnsCommand.duration(seconds));
        return program.run(wanted, json, line.getOut(), page, info) ? 0 : 1;
    }
}
