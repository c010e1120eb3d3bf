package io.parley.bench.report;

import io.parley.bench.contest.Contender;
import io.parley.bench.result.CellResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/** Results, to be looked up. */
record Results(List<CellResult> all) {
    private static final Set<Contender> FLOORS = EnumSet.of(Contender.NETTY, Contender.BLOCKING);
    private static final Pattern NUMBERS_BY_SIZE = Pattern.compile("(i32|list)-\\d+MB");

    /** Those of one suite. */
    List<CellResult> of(String suite) {
        return all.stream().filter(result -> result.suite().equals(suite)).toList();
    }

    Optional<CellResult> find(String suite, Contender system, String workload, int threads) {
        CellResult.Key key = new CellResult.Key(suite, system.word(), workload, threads);
        return all.stream().filter(result -> result.key().equals(key)).findFirst();
    }

    /**
     * The result of another system for the same work. The floors copy bytes: where none was measured with these numbers, that
     * of as many bytes of doubles counts.
     */
    Optional<CellResult> rival(Contender system, String suite, String workload, int threads) {
        Optional<CellResult> measured = find(suite, system, workload, threads);
        boolean shared =
                FLOORS.contains(system) && NUMBERS_BY_SIZE.matcher(workload).matches();
        return measured.isPresent() || !shared
                ? measured
                : find(suite, system, "f64" + workload.substring(workload.indexOf('-')), threads);
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
