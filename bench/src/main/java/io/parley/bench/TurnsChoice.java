package io.parley.bench;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;
import io.parley.bench.measure.Ground;
import io.parley.bench.measure.Turns;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Which systems take turns at which workloads, and for how long. */
final class TurnsChoice {
    @Parameters(index = "0", arity = "0..1", split = ",", paramLabel = "SYSTEM", description = "As parley,blocking.")
    private List<String> systems = List.of();

    @Parameters(
            index = "1",
            arity = "0..1",
            split = ",",
            paramLabel = "WORKLOAD",
            description = "As void,f64-1000,f64-11MB.")
    private List<String> workloads = List.of();

    @Option(names = "--warm-up", defaultValue = "4", description = "Seconds for each (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(names = "--seconds", defaultValue = "4", description = "To measure each (default: ${DEFAULT-VALUE}).")
    private double seconds;

    /** Returns whether nobody was named. */
    boolean isEmpty() {
        return systems.isEmpty();
    }

    /** Measures; complains if systems or workloads are missing. */
    void measure(CommandLine line, Ground ground, boolean apart) throws IOException {
        if (systems.isEmpty() || workloads.isEmpty()) {
            throw new ParameterException(line, "expected systems and workloads, as parley,blocking void,f64-11MB");
        }
        TurnsTable table = new TurnsTable(line.getOut(), apart);
        List<Contender> contenders = systems.stream().map(Contender::of).toList();
        for (String workload : workloads) {
            table.add(
                    workload,
                    Turns.measure(contenders, Workload.of(workload), duration(warmUp), duration(seconds), ground));
        }
    }

    static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(1e3 * seconds));
    }
}
