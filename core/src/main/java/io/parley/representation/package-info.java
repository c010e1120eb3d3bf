/**
 * How content becomes bytes: the SPI of representations, their registry, and the {@link io.parley.representation.Sink}
 * and {@link io.parley.representation.Source} they write to and read from.
 * Public: all types. Thread rule: representations are thread-safe; writers, readers, sinks and sources belong to one
 * thread at a time.
 */
@NullMarked
package io.parley.representation;

import org.jspecify.annotations.NullMarked;
