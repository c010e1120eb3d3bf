package io.parley.bench.report;

import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param cell the text that a row has there
 */
public record Column<T>(String heading, Function<? super T, String> cell) {}
