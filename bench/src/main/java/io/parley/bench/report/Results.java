package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lookup of results. */
record Results(List<CellResult> all) {
    private static final Set<Contender> FLOORS = EnumSet.of(Contender.NETTY, Contender.BLOCKING);
    private static final Pattern NUMBERS_BY_SIZE = Pattern.compile("(i32|list)-\\d+MB");

    /** Returns the results of one suite. */
    List<CellResult> of(String suite) {
        return all.stream().filter(result -> result.suite().equals(suite)).toList();
    }

    /** Returns the first result of a suite for a system and a workload, with any number of threads. */
    Optional<CellResult> find(String suite, String system, String workload) {
        return of(suite).stream()
                .filter(result ->
                        result.system().equals(system) && result.workload().equals(workload))
                .findFirst();
    }

    Optional<CellResult> find(String suite, Contender system, String workload, int threads) {
        CellResult.Key key = new CellResult.Key(suite, system.word(), workload, threads);
        return all.stream().filter(result -> result.key().equals(key)).findFirst();
    }

    /** Returns the systems of a suite, in the order of measurement. */
    Set<String> systems(String suite) {
        return of(suite).stream().map(CellResult::system).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the workloads of a suite, in the order of measurement. */
    Set<String> workloads(String suite) {
        return of(suite).stream().map(CellResult::workload).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Returns the result of another system for the same work. Floors only copy bytes: if a floor was not measured with
     * these numbers, its result with the same number of bytes in doubles is used.
     */
    Optional<CellResult> rival(Contender system, String suite, String workload, int threads) {
        Optional<CellResult> measured = find(suite, system, workload, threads);
        boolean shared =
                FLOORS.contains(system) && NUMBERS_BY_SIZE.matcher(workload).matches();
        return measured.isPresent() || !shared
                ? measured
                : find(suite, system, "f64" + workload.substring(workload.indexOf('-')), threads);
    }

    /** Returns a figure of an echo with one thread; NaN if it was not measured. */
    double echo(Contender system, String workload, ToDoubleFunction<CellResult> figure) {
        return figure("echo", system, workload, 1, figure);
    }

    double figure(String suite, Contender system, String workload, int threads, ToDoubleFunction<CellResult> figure) {
        return figure(find(suite, system, workload, threads), figure);
    }

    static double figure(Optional<CellResult> cell, ToDoubleFunction<CellResult> figure) {
        return cell.map(figure::applyAsDouble).orElse(Double.NaN);
    }

    /** Returns a figure that only some suites have; NaN if this cell has not. */
    static double more(CellResult cell, String figure) {
        return cell.more(figure).orElse(Double.NaN);
    }
}
