/**
 * The representation {@code hhfr}: schema-bound binary for typed parts, an infoset representation for all around them.
 * The bytes are described in docs/reference/hhfr.md. Public: {@link io.parley.representation.hhfr.Hhfr} alone.
 * Thread rule: {@code Hhfr} is thread-safe, its writers and readers belong to one thread at a time.
 */
@NullMarked
package io.parley.representation.hhfr;

import org.jspecify.annotations.NullMarked;
