/**
 * The suites, as JMH runs them in JVMs of their own. Public: {@link io.parley.bench.measure.CellRunner},
 * {@link io.parley.bench.measure.Turns} with where they have their servers, and, as JMH wants it, {@link
 * io.parley.bench.measure.Exchanges} and {@link io.parley.bench.measure.Codings}.
 * Thread rule: JMH's.
 */
@NullMarked
package io.parley.bench.measure;

import org.jspecify.annotations.NullMarked;
