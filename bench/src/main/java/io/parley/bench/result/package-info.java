/**
 * Results of measurements, and the file that stores them. Public: {@link io.parley.bench.result.CellResult}, {@link
 * io.parley.bench.result.RunInfo}, {@link io.parley.bench.result.ResultFile}. Thread rule: one thread.
 */
@NullMarked
package io.parley.bench.result;

import org.jspecify.annotations.NullMarked;
