package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Number of measurements of a form, and the duration of the warm-up.
 *
 * @param jvms number of JVMs that measured the form
 * @param warmUpMillis warm-up for each class of documents; 0 if the results do not contain it
 */
record Thoroughness(int jvms, int warmUpMillis) {
    private static final double MILLIS = 1_000;

    private static Thoroughness of(CellResult cell) {
        return new Thoroughness((int) cell.more(ResultFile.ROUNDS).orElse(1), (int)
                cell.more("warm_up_ms").orElse(0));
    }

    /** Returns a table with a row for each thoroughness and the forms measured with it. */
    static Table table(Results results, Iterable<String> suites) {
        Map<Thoroughness, Set<String>> measured = new LinkedHashMap<>();
        for (String suite : suites) {
            results.of(suite)
                    .forEach(cell -> measured.computeIfAbsent(of(cell), each -> new LinkedHashSet<>())
                            .add(suite + " " + cell.system()));
        }
        Table table = new Table("JVMs", "warm-up with each class of documents", "forms");
        measured.forEach((how, forms) -> table.row(Integer.toString(how.jvms), how.warmUp(), String.join(", ", forms)));
        return table;
    }

    private String warmUp() {
        return warmUpMillis == 0 ? Table.ABSENT : Amounts.number(warmUpMillis / MILLIS) + " s";
    }
}
