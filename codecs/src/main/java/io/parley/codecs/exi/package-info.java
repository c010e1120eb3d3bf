/**
 * The representation {@code exi}: Efficient XML Interchange 1.0 over EXIficient, which reads through a channel that
 * believes no length.
 * Public: {@link io.parley.codecs.exi.Exi}.
 * Thread rule: the representation is thread-safe; a reader or writer belongs to one thread at a time.
 */
@NullMarked
package io.parley.codecs.exi;

import org.jspecify.annotations.NullMarked;
