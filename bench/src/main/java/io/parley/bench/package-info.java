/**
 * The command {@code ./parley bench}, which compares Parley with its rivals in one run. Public: {@link
 * io.parley.bench.Main}. Thread rule: one thread; measurements run in JVMs of their own.
 */
@NullMarked
package io.parley.bench;

import org.jspecify.annotations.NullMarked;
