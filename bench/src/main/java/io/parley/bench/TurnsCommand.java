package io.parley.bench;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;
import io.parley.bench.measure.Turns;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./parley bench turns}: systems side by side within some seconds, for who changes something. */
@Command(
        name = "turns",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Has systems echo workloads by turns in one JVM, and prints for a call of each: the median time,",
            "the processor time of the whole process, the sleeps of its threads, what they allocated,",
            "and the ratios of the first two to those of the system named last."
        })
final class TurnsCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", split = ",", paramLabel = "SYSTEM", description = "As parley,blocking.")
    private List<String> systems = List.of();

    @Parameters(index = "1", split = ",", paramLabel = "WORKLOAD", description = "As void,f64-1000,f64-11MB.")
    private List<String> workloads = List.of();

    @Option(names = "--warm-up", defaultValue = "4", description = "Seconds for each (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(names = "--seconds", defaultValue = "4", description = "To measure each (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.println(
                "workload     system          calls    median us processor us   sleeps    allocated B  median   proc.");
        List<Contender> contenders = systems.stream().map(Contender::of).toList();
        for (String workload : workloads) {
            List<Turns.Found> all =
                    Turns.measure(contenders, Workload.of(workload), duration(warmUp), duration(seconds));
            Turns.Found last = all.get(all.size() - 1);
            for (Turns.Found one : all) {
                out.printf(
                        Locale.ROOT,
                        "%-12s %-12s %8d %12.1f %12.1f %8.2f %14.0f %7.2f %7.2f%n",
                        workload,
                        one.system(),
                        one.calls(),
                        one.median(),
                        one.processor(),
                        one.sleeps(),
                        one.bytes(),
                        one.median() / last.median(),
                        one.processor() / last.processor());
            }
            out.flush();
        }
        return 0;
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(1e3 * seconds));
    }
}
