package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.StringJoiner;

/** A table in Markdown, whose columns are also straight on a terminal. Built by one thread. */
public final class Table {
    /** What stands where there is no figure. */
    static final String ABSENT = "–";

    private final List<List<String>> rows = new ArrayList<>();

    /** A table with that heading. */
    public Table(String... heading) {
        rows.add(List.of(heading));
    }

    /** All results, one a row. */
    public static Table of(List<CellResult> results) {
        Table table = new Table(
                "suite",
                "cell",
                "threads",
                "median",
                "p99",
                "processor",
                "sleeps",
                "calls/s",
                "allocated",
                "on the wire");
        for (CellResult result : results) {
            table.row(
                    result.suite(),
                    result.system() + "/" + result.workload(),
                    Integer.toString(result.threads()),
                    Amounts.time(result.medianUs()),
                    Amounts.time(result.p99Us()),
                    processor(result),
                    sleeps(result),
                    Amounts.number(result.opsPerS()),
                    Amounts.size(result.allocBytes()),
                    Amounts.size(result.wireBytes()));
        }
        return table;
    }

    /** Processor time for each call, if it was measured. */
    static String processor(CellResult result) {
        OptionalDouble micros = result.more(CellResult.PROCESSOR_US);
        return micros.isPresent() ? Amounts.time(micros.getAsDouble()) : ABSENT;
    }

    /** Sleeps for each call, if they were counted. */
    static String sleeps(CellResult result) {
        OptionalDouble count = result.more(CellResult.SLEEPS);
        return count.isPresent() ? Amounts.number(count.getAsDouble()) : ABSENT;
    }

    /** Adds a row, with a cell for each of the heading's. */
    public Table row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException("expected " + rows.get(0).size() + " cells, found " + cells.length);
        }
        rows.add(List.of(cells));
        return this;
    }

    /** Whether it has a heading only. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** The text; all columns but the first two are aligned to the right. */
    public String markdown() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] =
                        Math.max(Math.max(widths[column], 3), row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int number = 0; number < rows.size(); number++) {
            text.append(line(rows.get(number), widths)).append('\n');
            if (number == 0) {
                text.append(rule(widths)).append('\n');
            }
        }
        return text.toString();
    }

    /** Prints the text. */
    public void print(PrintWriter out) {
        out.print(markdown());
        out.flush();
    }

    private static String line(List<String> row, int[] widths) {
        StringJoiner line = new StringJoiner(" | ", "| ", " |");
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            line.add(isText(column) ? cell + padding : padding + cell);
        }
        return line.toString();
    }

    private static String rule(int[] widths) {
        StringJoiner line = new StringJoiner(" | ", "| ", " |");
        for (int column = 0; column < widths.length; column++) {
            String dashes = "-".repeat(widths[column] - 1);
            line.add(isText(column) ? dashes + "-" : dashes + ":");
        }
        return line.toString();
    }

    private static boolean isText(int column) {
        return column < 2;
    }
}
