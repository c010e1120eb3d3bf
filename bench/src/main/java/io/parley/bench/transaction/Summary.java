package io.parley.bench.transaction;

import io.parley.bench.result.CellResult;
import io.parley.bench.transaction.Effort.Pause;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What the executions of one series come to: of times the median, of what adds up the mean. */
final class Summary {
    /** Its name in results. */
    static final String SUITE = "paper003";

    private static final List<String> TIMES = List.of(
            Figures.TRANSACTION,
            Figures.SERVER_RESPONSE,
            Figures.CLIENT_RESPONSE,
            Figures.GENERATION,
            Figures.SERIALIZATION,
            Figures.DESERIALIZATION);
    private static final List<String> AMOUNTS =
            List.of(Figures.SERVER_CPU, Figures.CLIENT_CPU, Figures.SERVER_ALLOCATION, Figures.CLIENT_ALLOCATION);
    private static final double MEDIAN = 0.5;
    private static final double SLOW = 0.99;
    private static final double MICROS = 1e6;

    private Summary() {}

    static CellResult of(Lane lane, String size, List<Execution> all, List<Pause> client, List<Pause> site) {
        Map<String, Double> more = new HashMap<>();
        TIMES.forEach(name -> more.put(name, quantile(all, name, MEDIAN)));
        AMOUNTS.forEach(name -> more.put(name, mean(all, name)));
        more.put(Figures.CLIENT_PAUSES, mean(all, each -> each.paused(client)));
        more.put(Figures.SERVER_PAUSES, mean(all, each -> each.paused(site)));
        more.put(Figures.MEGABYTES, Double.valueOf(size));
        more.put(Figures.PERSISTENT, lane.persistent() ? 1.0 : 0.0);
        return new CellResult(
                        SUITE,
                        lane.system().word(),
                        lane.name() + "@" + size + "MB",
                        1,
                        quantile(all, Figures.TRANSACTION, MEDIAN),
                        quantile(all, Figures.TRANSACTION, SLOW),
                        MICROS / mean(all, Figures.TRANSACTION),
                        mean(all, Figures.CLIENT_ALLOCATION) + mean(all, Figures.SERVER_ALLOCATION),
                        0,
                        more)
                .labelled(
                        Map.of("binding", lane.binding(), "payload", lane.form().word()));
    }

    private static double quantile(List<Execution> all, String name, double part) {
        double[] sorted = all.stream()
                .mapToDouble(each -> each.figures().get(name))
                .sorted()
                .toArray();
        return sorted[(int) Math.round(part * (sorted.length - 1))];
    }

    private static double mean(List<Execution> all, String name) {
        return mean(all, each -> each.figures().get(name));
    }

    private static double mean(List<Execution> all, ToDoubleFunction<Execution> figure) {
        return all.stream().mapToDouble(figure).average().orElseThrow();
    }
}
