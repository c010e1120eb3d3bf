/**
 * Measurement of the suites, in JVMs of their own. Public: {@link io.parley.bench.measure.CellRunner}, {@link
 * io.parley.bench.measure.Turns} with the process of its servers, and, as JMH requires, {@link
 * io.parley.bench.measure.Exchanges} and {@link io.parley.bench.measure.Codings}. Thread rule: JMH's.
 */
@NullMarked
package io.parley.bench.measure;

import org.jspecify.annotations.NullMarked;
