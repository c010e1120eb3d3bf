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
            "Measures how many calls a processor carries, from 1 to 64 callers and 1 to 10,000 sessions, with the servers in another JVM.",
            "Writes docs/benchmarks/capacity.md, with the number of nodes for a number of clients. Trials are named SYSTEM/WORKLOAD."
        })
final class CapacityCommand extends PageCommand {
    @Option(names = "--json", description = "Print one JSON object a line for each trial, and nothing else.")
    private boolean json;

    @Option(
            names = "--warm-up",
            defaultValue = "10",
            description = "Seconds of warm-up for each (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(
            names = "--seconds",
            defaultValue = "5",
            description = "Seconds of measurement for each (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Override
    int run(CommandLine line, Predicate<String> wanted, @Nullable Path page, RunInfo info) throws IOException {
        CapacityProgram program = new CapacityProgram(
                line.getErr()::println, TurnsCommand.duration(warmUp), TurnsCommand.duration(seconds));
        return program.run(wanted, json, line.getOut(), page, info) ? 0 : 1;
    }
}
