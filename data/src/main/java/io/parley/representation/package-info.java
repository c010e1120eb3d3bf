/**
 * Encodings of message content: the SPI {@link io.parley.representation.Representation}, its registry, and the {@link
 * io.parley.representation.Sink} and {@link io.parley.representation.Source} that encoders write to and decoders read
 * from.
 */
@NullMarked
package io.parley.representation;

import org.jspecify.annotations.NullMarked;
