/**
 * Compression of a session's messages (docs/protocol/framing.md, 5.2 and 5.3): the SPI {@link
 * io.parley.compression.Compression}, and {@link io.parley.compression.StreamCompression}, the base of algorithms that
 * process single messages. Compressions and sessions are thread-safe; the objects of a message belong to one thread at
 * a time.
 */
@NullMarked
package io.parley.compression;

import org.jspecify.annotations.NullMarked;
