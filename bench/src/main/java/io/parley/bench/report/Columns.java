package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.result.Json;
import java.util.ArrayList;
import java.util.List;

/** Columns of tables of results. */
final class Columns {
    private static final double PERCENT = 100;

    private Columns() {}

    /** Returns the columns that {@code columns.txt} lists under a name; more may be added. */
    static List<Column<CellResult>> of(String table) {
        return behind(List.of(), table);
    }

    /** Returns columns, and behind them those that {@code columns.txt} lists under a name; more may be added. */
    static List<Column<CellResult>> behind(List<Column<CellResult>> before, String table) {
        List<Column<CellResult>> columns = new ArrayList<>(before);
        Page.section("columns.txt", table)
                .map(line -> line.split(" \\| ", -1))
                .forEach(words -> columns.add(new Column<>(words[0], cell -> text(cell, words[1], words[2]))));
        return columns;
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
