package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * How often forms were measured, and after how long a warm-up.
 *
 * @param jvms how many measured a form
 * @param warmUpMillis of each class of documents; 0 if the results do not say
 */
record Thoroughness(int jvms, int warmUpMillis) {
    private static final double MILLIS = 1_000;

    private static Thoroughness of(CellResult cell) {
        return new Thoroughness((int) cell.more(ResultFile.ROUNDS).orElse(1), (int)
                cell.more("warm_up_ms").orElse(0));
    }

    /** A row for each way in which something was measured, with what was. */
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
