/**
 * How the messages of a session become fewer bytes (docs/protocol.md, 5.2 and 5.3): the SPI of the term compression, and
 * what compressions that work on the bytes of single messages share. Public: the SPI and {@link
 * io.parley.compression.StreamCompression}. Thread rule: compressions and
 * sessions are thread-safe; what belongs to a message belongs to one thread at a time; no I/O, no clock.
 */
@NullMarked
package io.parley.compression;

import org.jspecify.annotations.NullMarked;
