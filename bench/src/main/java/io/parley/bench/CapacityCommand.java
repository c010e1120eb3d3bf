package io.parley.bench;

import io.parley.bench.capacity.CapacityProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ./parley bench capacity}, which measures the throughput of one processor. */
@Command(
        name = "capacity",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Measures calls of 1 to 64 callers and of 1 to 10,000 sessions, with the servers in a JVM of their own, and",
            "writes docs/benchmarks/capacity.md: what a processor carries, and what that makes of nodes."
        })
final class CapacityCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "EXPRESSION",
            description = "Crowds in whose SYSTEM/WORKLOAD it is found; no page.")
    private @Nullable String only;

    @Option(names = "--out", paramLabel = "FILE", description = "Where the page goes.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Print one JSON object a line for each crowd, and nothing else.")
    private boolean json;

    @Option(names = "--warm-up", defaultValue = "10", description = "Seconds for each (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(names = "--seconds", defaultValue = "5", description = "To measure each (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Override
    public Integer call() throws IOException {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        Path home = Main.home();
        Path page = Main.page(out, only, home.resolve("docs/benchmarks/capacity.md"));
        boolean whole = new CapacityProgram(
                        line.getErr()::println, TurnsCommand.duration(warmUp), TurnsCommand.duration(seconds))
                .run(
                        Pattern.compile(only == null ? "" : only),
                        json,
                        line.getOut(),
                        page,
                        Surroundings.describe(
                                home, line.getParent().getParseResult().originalArgs()));
        return whole ? 0 : 1;
    }
}
