/**
 * The suites, as JMH runs them in JVMs of their own. Public, as JMH wants it: {@link io.parley.bench.measure.Exchanges}.
 * Thread rule: JMH's.
 */
@NullMarked
package io.parley.bench.measure;

import org.jspecify.annotations.NullMarked;
