/**
 * The representation {@code tdxml}, table-driven XML (the TDXML paper; docs/reference/tdxml.md): rows of key and value under a
 * data schema, in place of elements.
 * Public: {@link io.parley.representation.tdxml.Tdxml}. Thread rule: the representation and schemas are thread-safe; a
 * reader or writer belongs to one thread at a time.
 */
@NullMarked
package io.parley.representation.tdxml;

import org.jspecify.annotations.NullMarked;
