package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.Json;
import java.util.List;

/** Columns of tables of results. */
final class Columns {
    private static final double PERCENT = 100;

    private Columns() {}

    /** Returns the columns that {@code columns.txt} lists under a name. */
    static List<Column<CellResult>> of(String table) {
        return Page.section("columns.txt", table)
                .map(line -> line.split(" \\| ", -1))
                .map(words -> new Column<CellResult>(words[0], cell -> text(cell, words[1], words[2])))
                .toList();
    }

    private static String text(CellResult cell, String kind, String name) {
        Object value = Json.fields(cell).get(name);
        double figure = value instanceof Number number ? number.doubleValue() : Double.NaN;
        return switch (kind) {
            case "text" -> String.valueOf(value);
            case "time" -> Amounts.time(figure);
            case "size" -> Amounts.size(figure);
            case "number" -> Amounts.number(figure);
            case "percent" -> Amounts.number(PERCENT * figure) + " %";
            default -> throw new IllegalArgumentException("expected a kind of figure in columns.txt, found " + kind);
        };
    }
}
