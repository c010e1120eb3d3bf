/**
 * Compressions {@code zstd}, {@code lz4} and {@code gzip} (docs/protocol/framing.md, section 5.3). Public: these three.
 * Thread rule: they are thread-safe; a compressor or decompressor is used for one message, by one thread at a time.
 */
@NullMarked
package io.parley.codecs.compression;

import org.jspecify.annotations.NullMarked;
