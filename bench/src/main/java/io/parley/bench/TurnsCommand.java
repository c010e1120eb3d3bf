package io.parley.bench;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;
import io.parley.bench.measure.Ground;
import io.parley.bench.measure.Turns;
import io.parley.bench.report.Amounts;
import io.parley.bench.report.Column;
import io.parley.bench.report.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./parley bench turns}, which compares systems within seconds, to check the effect of a code
 * change.
 */
@Command(
        name = "turns",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Compares systems in one JVM: each echoes each workload, in turns.",
            "Prints per call: median time, processor time of the process, sleeps and allocated memory of its threads, "
                    + "and the ratio of both times to those of the last system."
        })
class TurnsCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            split = ",",
            paramLabel = "SYSTEM",
            description = "Such as parley,blocking.")
    private List<String> systems = List.of();

    @Parameters(
            index = "1",
            arity = "0..1",
            split = ",",
            paramLabel = "WORKLOAD",
            description = "Such as void,f64-1000,f64-11MB.")
    private List<String> workloads = List.of();

    @Option(
            names = "--warm-up",
            defaultValue = "4",
            description = "Seconds of warm-up for each (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(
            names = "--seconds",
            defaultValue = "4",
            description = "Seconds of measurement for each (default: ${DEFAULT-VALUE}).")
    private double seconds;

    /** Result of a system with a workload, and the result of the last system, which it is compared with. */
    private record Turn(String workload, Turns.Found found, Turns.Found last) {}

    @Override
    public Integer call() throws IOException {
        measure(Ground.HERE, false);
        return 0;
    }

    final CommandLine line() {
        return Objects.requireNonNull(spec).commandLine();
    }

    /** Returns whether no system was named on the command line. */
    final boolean isEmpty() {
        return systems.isEmpty();
    }

    /**
     * Measures and prints the results; refuses the command line if systems or workloads are missing.
     *
     * @param apart whether the servers run in another process, which then has a column of its own
     */
    final void measure(Ground ground, boolean apart) throws IOException {
        if (systems.isEmpty() || workloads.isEmpty()) {
            throw new ParameterException(
                    line(), "expected systems and workloads, such as parley,blocking void,f64-11MB");
        }
        List<Contender> contenders = systems.stream().map(Contender::of).toList();
        List<Turn> turns = new ArrayList<>();
        for (String workload : workloads) {
            List<Turns.Found> all =
                    Turns.measure(contenders, Workload.of(workload), duration(warmUp), duration(seconds), ground);
            all.forEach(found -> turns.add(new Turn(workload, found, all.get(all.size() - 1))));
        }
        Table.of(turns, columns(apart)).print(line().getOut());
    }

    private static List<Column<Turn>> columns(boolean apart) {
        List<Column<Turn>> columns = new ArrayList<>();
        columns.add(new Column<>("workload", Turn::workload));
        columns.add(new Column<>("system", turn -> turn.found.system()));
        columns.add(new Column<>("calls", turn -> Integer.toString(turn.found.calls())));
        columns.add(new Column<>("median", turn -> micros(turn.found.median())));
        columns.add(new Column<>(
                apart ? "client" : "processor", turn -> micros(turn.found.here().processor())));
        if (apart) {
            columns.add(new Column<>("server", turn -> micros(turn.found.there().processor())));
        }
        columns.add(new Column<>(
                "sleeps", turn -> Amounts.number(turn.found.together().sleeps())));
        columns.add(new Column<>(
                "allocated", turn -> Amounts.size(turn.found.together().bytes())));
        columns.add(new Column<>("× median", turn -> Amounts.number(turn.found.median() / turn.last.median())));
        columns.add(new Column<>(
                "× processor",
                turn -> Amounts.number(
                        turn.found.together().processor() / turn.last.together().processor())));
        return columns;
    }

    /** Formats microseconds with more digits than a report has, since the effect of a code change is often small. */
    private static String micros(double micros) {
        return String.format(Locale.ROOT, "%.1f µs", micros);
    }

    static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(1e3 * seconds));
    }
}
