/**
 * The compressions {@code zstd}, {@code lz4} and {@code gzip} (docs/protocol/framing.md, 5.3). Public: the three.
 * Thread rule: they are thread-safe; a compressor or decompressor belongs to one message and one thread at a time.
 */
@NullMarked
package io.parley.codecs.compression;

import org.jspecify.annotations.NullMarked;
