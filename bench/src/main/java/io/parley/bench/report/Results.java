package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Results, to be looked up. */
record Results(List<CellResult> all) {

    /** Those of one suite. */
    List<CellResult> of(String suite) {
        return all.stream().filter(result -> result.suite().equals(suite)).toList();
    }

    Optional<CellResult> find(String suite, Contender system, String workload, int threads) {
        CellResult.Key key = new CellResult.Key(suite, system.word(), workload, threads);
        return all.stream().filter(result -> result.key().equals(key)).findFirst();
    }

    /** The result of another system for the same work. */
    Optional<CellResult> rival(CellResult result, Contender system) {
        return find(result.suite(), system, result.workload(), result.threads());
    }

    /** A figure of an echo by one thread. */
    OptionalDouble echo(Contender system, String workload, ToDoubleFunction<CellResult> figure) {
        return figure("echo", system, workload, 1, figure);
    }

    OptionalDouble figure(
            String suite, Contender system, String workload, int threads, ToDoubleFunction<CellResult> figure) {
        return find(suite, system, workload, threads).stream()
                .mapToDouble(figure)
                .findFirst();
    }

    /** One of the figures that only some suites have, of one thread. */
    OptionalDouble more(String suite, Contender system, String workload, String figure) {
        return find(suite, system, workload, 1)
                .map(result -> result.more(figure))
                .orElse(OptionalDouble.empty());
    }

    /** One divided by the other, if there are both. */
    static OptionalDouble ratio(OptionalDouble dividend, OptionalDouble divisor) {
        return dividend.isPresent() && divisor.isPresent()
                ? OptionalDouble.of(dividend.getAsDouble() / divisor.getAsDouble())
                : OptionalDouble.empty();
    }
}
