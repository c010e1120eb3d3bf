/**
 * Representations {@code exi} and {@code exi-schema}: Efficient XML Interchange 1.0 over EXIficient, without a schema
 * and by that of the agreed parts, with a channel that bounds every length. Public: {@link io.parley.codecs.exi.Exi},
 * {@link io.parley.codecs.exi.ExiBySchema}. Thread rule: representations are thread-safe; a reader or writer is used by
 * one thread at a time.
 */
@NullMarked
package io.parley.codecs.exi;

import org.jspecify.annotations.NullMarked;
