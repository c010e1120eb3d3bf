/**
 * Representation {@code fastinfoset}: ITU-T X.891 over the FastInfoset library, which gets each item only after it was
 * checked. Public: {@link io.parley.codecs.fastinfoset.FastInfoset}. Thread rule: the representation is thread-safe; a
 * reader or writer is used by one thread at a time.
 */
@NullMarked
package io.parley.codecs.fastinfoset;

import org.jspecify.annotations.NullMarked;
