/**
 * The representations {@code exi} and {@code exi-schema}: Efficient XML Interchange 1.0 over EXIficient, which reads through a
 * channel that believes no length, without a schema and by that of the agreed parts.
 * Public: {@link io.parley.codecs.exi.Exi}, {@link io.parley.codecs.exi.ExiBySchema}.
 * Thread rule: the representation is thread-safe; a reader or writer belongs to one thread at a time.
 */
@NullMarked
package io.parley.codecs.exi;

import org.jspecify.annotations.NullMarked;
