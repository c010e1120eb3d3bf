package io.parley.bench.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table in Markdown whose columns are also aligned on a terminal. Built by one thread. */
public final class Table {
    /** Text of a cell without a figure. */
    static final String ABSENT = "–";

    private final List<List<String>> rows = new ArrayList<>();

    /** Creates an empty table with a heading. */
    public Table(String... heading) {
        rows.add(List.of(heading));
    }

    /** Returns a table with a row for each element. */
    @SafeVarargs
    public static <T> Table of(Collection<T> all, Column<T>... columns) {
        List<Column<T>> list = new ArrayList<>();
        for (Column<T> column : columns) {
            list.add(column);
        }
        return of(all, list);
    }

    /** Returns a table with a row for each element. */
    public static <T> Table of(Collection<T> all, List<Column<T>> columns) {
        Table table = new Table(columns.stream().map(Column::heading).toArray(String[]::new));
        all.forEach(one -> table.row(
                columns.stream().map(column -> column.cell().apply(one)).toArray(String[]::new)));
        return table;
    }

    /**
     * Returns a table with a row for each name in {@code rows}, shown in the first column, and a further column for
     * each name in {@code columns}.
     */
    static Table of(
            String corner,
            Collection<String> rows,
            Collection<String> columns,
            BiFunction<String, String, Optional<String>> cell) {
        List<Column<String>> all = new ArrayList<>();
        all.add(new Column<>(corner, row -> row));
        columns.forEach(column ->
                all.add(new Column<>(column, row -> cell.apply(row, column).orElse(ABSENT))));
        return of(rows, all);
    }

    /** Adds a row, with a cell for each column of the heading. */
    public Table row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException("expected " + rows.get(0).size() + " cells, found " + cells.length);
        }
        rows.add(List.of(cells));
        return this;
    }

    /** Returns whether the table has no rows besides the heading. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** Returns the text in Markdown; all columns except the first two are aligned to the right. */
    public String markdown() {
        int[] widths = new int[rows.get(0).size()];
        for (int column = 0; column < widths.length; column++) {
            int at = column;
            widths[column] = rows.stream().mapToInt(row -> row.get(at).length()).reduce(3, Math::max);
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append(line(column -> padded(row.get(column), isText(column), widths[column]), widths.length));
        }
        String rule = line(column -> "-".repeat(widths[column] - 1) + (isText(column) ? "-" : ":"), widths.length);
        return text.insert(text.indexOf("\n") + 1, rule).toString();
    }

    /** Prints the text in Markdown and flushes the writer. */
    public void print(PrintWriter out) {
        out.print(markdown());
        out.flush();
    }

    private static String line(IntFunction<String> cell, int columns) {
        return IntStream.range(0, columns).mapToObj(cell).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String padded(String cell, boolean isText, int width) {
        String padding = " ".repeat(width - cell.length());
        return isText ? cell + padding : padding + cell;
    }

    private static boolean isText(int column) {
        return column < 2;
    }
}
