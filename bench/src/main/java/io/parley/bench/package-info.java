/**
 * The command {@code ./parley bench}: Parley beside its rivals, in one run. Public: {@link io.parley.bench.Main}.
 * Thread rule: one thread; what is measured runs in JVMs of its own.
 */
@NullMarked
package io.parley.bench;

import org.jspecify.annotations.NullMarked;
