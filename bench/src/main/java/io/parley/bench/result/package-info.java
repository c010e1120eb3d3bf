/**
 * Results of measurements, and the file that stores them. Public: {@link io.parley.bench.result.CellResult}, {@link
 * io.parley.bench.result.RunInfo}, {@link io.parley.bench.result.ResultFile}, {@link io.parley.bench.result.Cost},
 * {@link io.parley.bench.result.ProcessCost}, {@link io.parley.bench.result.FlightRecorder}, {@link
 * io.parley.bench.result.Median}, {@link io.parley.bench.result.Json}. Thread rule: one thread.
 */
@NullMarked
package io.parley.bench.result;

import org.jspecify.annotations.NullMarked;
