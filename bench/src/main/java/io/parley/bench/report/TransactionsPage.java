package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The page about the payload paper: serialized payloads compared with normal ones. */
final class TransactionsPage {
    static final String SUITE = "paper003";

    private TransactionsPage() {}

    /** Returns the results of one series, by size. */
    static List<CellResult> of(Results results, String lane) {
        return results.of(SUITE).stream()
                .filter(result -> lane(result).equals(lane))
                .sorted(Comparator.comparingDouble(TransactionPlots::megabytes))
                .toList();
    }

    /** Returns all series, in the order of measurement. */
    static Set<String> lanes(Results results) {
        Set<String> lanes = new LinkedHashSet<>();
        results.of(SUITE).forEach(result -> lanes.add(lane(result)));
        return lanes;
    }

    private static String lane(CellResult result) {
        return result.workload().substring(0, result.workload().indexOf('@'));
    }

    static void fill(Results results, Page page) throws IOException {
        page.put("findings", new Paper003(results).table())
                .notes("serialized-vs-normal.notes.md")
                .put("transactions", transactions(results))
                .put(
                        "series",
                        lanes(results).stream()
                                .map(lane -> Page.part(lane, series(of(results, lane))))
                                .collect(Collectors.joining("\n")))
                .put("plots", TransactionPlots.all(results));
    }

    private static Table transactions(Results results) {
        List<CellResult> sizes = of(results, lanes(results).iterator().next());
        List<Column<String>> columns = new ArrayList<>();
        columns.add(new Column<>("series", lane -> lane));
        for (int i = 0; i < sizes.size(); i++) {
            int at = i;
            columns.add(new Column<>(
                    megabytes(sizes.get(i)) + " MB",
                    lane -> Amounts.time(of(results, lane).get(at).medianUs())));
        }
        return Table.of(lanes(results), columns);
    }

    private static String megabytes(CellResult result) {
        return result.workload().substring(result.workload().indexOf('@') + 1).replace("MB", "");
    }

    private static String series(List<CellResult> sizes) {
        return Table.of(sizes, Columns.behind(List.of(new Column<>("MB", TransactionsPage::megabytes)), "transactions"))
                .markdown();
    }
}
