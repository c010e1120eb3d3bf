package io.parley.bench.report;

import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param <T> type of the rows
 * @param cell returns the text of a row in this column
 */
public record Column<T>(String heading, Function<? super T, String> cell) {}
