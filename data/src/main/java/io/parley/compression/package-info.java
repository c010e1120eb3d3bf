/**
 * Compression of a session's messages (docs/protocol/framing.md, 5.2 and 5.3): the SPI of the term, and the common parts of
 * compressions that work on the bytes of single messages. Public: the SPI and {@link
 * io.parley.compression.StreamCompression}. Thread rule: compressions and sessions are thread-safe; the objects of a
 * message belong to one thread at a time; no I/O, no clock.
 */
@NullMarked
package io.parley.compression;

import org.jspecify.annotations.NullMarked;
