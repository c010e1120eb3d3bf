/**
 * The representation {@code fastinfoset}: ITU-T X.891 over the FastInfoset library, which is handed no item before it
 * was looked at.
 * Public: {@link io.parley.codecs.fastinfoset.FastInfoset}.
 * Thread rule: the representation is thread-safe; a reader or writer belongs to one thread at a time.
 */
@NullMarked
package io.parley.codecs.fastinfoset;

import org.jspecify.annotations.NullMarked;
