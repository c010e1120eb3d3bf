/**
 * Representations, which turn content into bytes: their SPI, their registry, and the {@link
 * io.parley.representation.Sink} and {@link io.parley.representation.Source} they write to and read from.
 */
@NullMarked
package io.parley.representation;

import org.jspecify.annotations.NullMarked;
