/**
 * The representation {@code hhfr}: schema-bound binary for typed parts, with an infoset representation for everything
 * around them (docs/reference/hhfr.md). Public: {@link io.parley.representation.hhfr.Hhfr}, which is thread-safe; its
 * writers and readers belong to one thread at a time.
 */
@NullMarked
package io.parley.representation.hhfr;

import org.jspecify.annotations.NullMarked;
